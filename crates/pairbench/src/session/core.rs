//! A core of the processor, and the time of a process on it. Only Linux tells.

use std::process::Child;

#[cfg(target_os = "linux")]
use rustix::{
    process::{Pid, WaitId, WaitIdOptions, waitid},
    thread::{CpuSet, sched_getaffinity, sched_setaffinity},
};

/// Keeps a process on one core, of those that this one may use. Returns `false` where this
/// is impossible.
#[cfg(target_os = "linux")]
pub(crate) fn pin(child: &Child, number: usize) -> bool {
    let Ok(allowed) = sched_getaffinity(None) else {
        return false;
    };
    let cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
    let mut only = CpuSet::new();
    only.set(cores.cycle().nth(number).unwrap_or_default());
    sched_setaffinity(Some(Pid::from_child(child)), &only).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn pin(_: &Child, _: usize) -> bool {
    false
}

/// Waits for the end of a process, and returns the seconds of its first thread until then, of user
/// and system.
pub(crate) fn seconds_at_end(child: &Child) -> Option<f64> {
    // It stays a zombie, whose time can be read.
    #[cfg(target_os = "linux")]
    waitid(
        WaitId::Pid(Pid::from_child(child)),
        WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
    )
    .ok()?;
    seconds(child)
}

/// Returns the seconds of the first thread of a process until now.
pub(crate) fn seconds(child: &Child) -> Option<f64> {
    let path = format!("/proc/{}/schedstat", child.id());
    let text = std::fs::read_to_string(path).ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
