//! Barriers for the optimizer.
#![allow(
    unsafe_code,
    reason = "only assembly gives a free barrier, or fixes the place of code"
)]

/// Whether the barrier keeps values in registers. If not, they pass through memory, and times are
/// too long.
pub const IN_REGISTERS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Returns the number unchanged, hidden from the optimizer.
///
/// `std::hint::black_box` uses the stack, which takes longer than most functions measured here.
#[inline(always)]
#[must_use]
pub fn opaque(mut number: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    // SAFETY: this is only a comment that names the register, not an instruction.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) number, options(nomem, nostack, preserves_flags));
    }
    if !IN_REGISTERS {
        number = std::hint::black_box(number);
    }
    number
}

/// Makes an input depend on the previous result.
///
/// It holds a number that is always zero, but the compiler never knows this, and the processor only
/// after the previous result is computed. Only the kernels make links.
#[derive(Clone, Copy, Debug)]
pub struct Link(u64);

impl Link {
    /// Returns a link without a dependency.
    pub(crate) const NONE: Self = Self(0);

    /// Returns a link that depends on the last result. `mask` is zero except in tests, which make
    /// the dependency visible.
    #[inline(always)]
    pub(crate) fn to(last: u64, mask: u64) -> Self {
        Self(last & mask)
    }

    /// Returns the same bits, hidden from the optimizer, after the previous result is computed.
    ///
    /// Unsafe code may rely on the bits being the same.
    #[inline(always)]
    #[must_use]
    pub fn hide(self, bits: u64) -> u64 {
        opaque(bits ^ self.0)
    }

    /// Returns the same reference, hidden from the optimizer, after the previous
    /// result is computed.
    #[inline(always)]
    #[must_use]
    pub fn hide_reference<T: ?Sized>(self, reference: &T) -> &T {
        let pointer = std::ptr::from_ref(reference).wrapping_byte_add(opaque(self.0) as usize);
        // SAFETY: the offset is zero, so the pointer and its lifetime are those of the reference.
        unsafe { &*pointer }
    }
}

/// Puts the following code at a fixed place in a page of memory, the same in every kernel.
///
/// The speed of a loop depends on its place in a cache line of 64 bytes and on its set in the cache
/// of decoded instructions. Both follow from the address within a page of 4096 bytes.
#[inline(always)]
pub(crate) fn place<const COPY: usize>() {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    // SAFETY: this jumps over bytes that are never executed.
    unsafe {
        core::arch::asm!(
            ".if {0}", "jmp 2f", ".else", "b 2f", ".endif", ".p2align 12", ".skip {1}", "2:",
            const cfg!(target_arch = "x86_64") as usize,
            const COPY * (4096 / 8 + 40),
            options(nomem, nostack, preserves_flags),
        );
    }
}
