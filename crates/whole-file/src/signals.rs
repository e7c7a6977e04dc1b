//! Removes temporary files when a signal ends the process.

use std::io;

#[cfg(any(unix, windows))]
use crate::temporary::remove_all;

/// Removes unfinished files when a signal ends this process, from now on. Call it once, at the
/// start of `main`.
///
/// On Unix these are the signals that users, shells and limits send: hang-up, interrupt, quit,
/// terminate, and the limits of CPU time and file size. The process then ends by that signal, as if
/// nothing had handled it. Signals that are ignored at the time of the call, as under `nohup`, stay
/// ignored. On Windows these are the events of the console.
///
/// # Errors
///
/// Returns an error if no handler or no thread can be installed.
pub fn clean_up_on_signals() -> io::Result<()> {
    #[cfg(unix)]
    {
        use libc::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};

        let handled = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ];
        let handled = handled.into_iter().filter(|&signal| !is_ignored(signal));
        let mut signals = signal_hook::iterator::Signals::new(handled)?;
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    let _no_new_ones = remove_all();
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            })?;
    }
    #[cfg(windows)]
    ctrlc::set_handler(|| {
        let _no_new_ones = remove_all();
        // The exit code of programs that Ctrl-C ends.
        std::process::exit(0xc000_013a_u32 as i32);
    })
    .map_err(io::Error::other)?;
    Ok(())
}

#[cfg(unix)]
#[expect(unsafe_code)]
fn is_ignored(signal: libc::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null pointer changes nothing, and a `sigaction` of zeros is valid if
    // the call fails.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}
