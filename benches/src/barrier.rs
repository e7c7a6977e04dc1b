//! What the compiler may not look through.
#![allow(unsafe_code, reason = "only assembly is a barrier that costs nothing, or says where code lies")]

/// Whether the barrier is one of registers. If not, values go through memory, and times are too long.
pub const IN_REGISTERS: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

/// The same number, of which the compiler knows nothing.
///
/// `std::hint::black_box` does this through the stack, which takes longer than most operations measured here.
#[inline(always)]
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

/// The same square, of which the compiler knows only that it is one.
///
/// # Safety
///
/// `zero` is zero, though the compiler need not know it.
#[inline(always)]
pub unsafe fn opaque_square(square: pawnfill::Square, zero: u64) -> pawnfill::Square {
    let number = opaque(square as u64 ^ zero) as u8;
    // SAFETY: the number is that of the square, since `zero` is zero and the barrier changes nothing.
    unsafe { std::mem::transmute::<u8, pawnfill::Square>(number) }
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
/// instructions. Both follow from the address within a page. The eight places differ in both; of the loops behind
/// them, which the compiler puts at multiples of 16, two each lie alike in their lines.
#[inline(always)]
pub fn place<const COPY: usize>() {
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
