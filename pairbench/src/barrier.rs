//! What the compiler may not look through.
#![allow(unsafe_code, reason = "only assembly is a barrier that costs nothing, or says where code lies")]

/// Whether the barrier is one of registers. If not, values go through memory, and times are too long.
pub const IN_REGISTERS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// Returns the same number, of which the compiler knows nothing.
///
/// `std::hint::black_box` does this through the stack, which takes longer than most functions measured here.
#[inline(always)]
#[must_use]
pub fn opaque(number: u64) -> u64 {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let mut number = number;
        // SAFETY: there is no instruction, only a comment that names the register.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) number, options(nomem, nostack, preserves_flags));
        }
        number
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        std::hint::black_box(number)
    }
}

/// Makes an input depend on the previous result.
///
/// It is a number that is always zero, although neither the compiler nor the processor knows this before the
/// previous result is there. Only the kernels make one.
#[derive(Clone, Copy, Debug)]
pub struct Link(u64);

impl Link {
    /// Depends on nothing.
    pub(crate) const NONE: Self = Self(0);

    /// Depends on the last result; `mask` is zero everywhere but in tests, which see the dependency by another one.
    #[inline(always)]
    pub(crate) fn to(last: u64, mask: u64) -> Self {
        Self(last & mask)
    }

    /// Returns the same bits, of which the compiler knows nothing, and which wait for the previous result.
    ///
    /// Unsafe code may rely on the bits being the same.
    #[inline(always)]
    #[must_use]
    pub fn hide(self, bits: u64) -> u64 {
        opaque(bits ^ self.0)
    }

    /// Returns the same reference, of which the compiler knows nothing, and which waits for the previous result.
    #[inline(always)]
    #[must_use]
    pub fn hide_reference<T: ?Sized>(self, reference: &T) -> &T {
        let pointer = std::ptr::from_ref(reference).wrapping_byte_add(opaque(self.0) as usize);
        // SAFETY: the offset is zero, so this is the pointer of the reference, and lives as long.
        unsafe { &*pointer }
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp 2f"
    };
}
#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "b 2f"
    };
}

/// Puts the code that follows at a place of its own in a page of memory, which is the same in every kernel.
///
/// The speed of a loop depends on where in a line of 64 bytes it lies, and in which set of the cache of decoded
/// instructions. Both follow from the address within a page of 4096 bytes.
#[inline(always)]
pub(crate) fn place<const COPY: usize>() {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        const PAGE: usize = 4096;
        // SAFETY: a jump over bytes that are never reached.
        unsafe {
            core::arch::asm!(
                jump!(), ".p2align 12", ".skip {0}", "2:",
                const COPY * (PAGE / 8 + 40),
                options(nomem, nostack, preserves_flags),
            );
        }
    }
}
