//! The one place that asks the machine for more than Rust promises everywhere: instructions newer than the oldest
//! processor of its kind has, memory fetched ahead, and large pages of memory. None changes a result.
#![allow(unsafe_code)]

use alloc::vec::Vec;

/// Something to do as fast as the processor can. All that is to profit must be inlined into `run`, and `run` itself too,
/// which a closure may not be: that is why it is a trait.
pub trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Does the work, compiled for newer instructions (bits counted and cut out in one step, four codes at a time) where the
/// processor has them.
#[inline(always)]
pub fn best<W: Work>(work: W) -> W::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn newer<W: Work>(work: W) -> W::Output {
            work.run()
        }
        let has_all = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        if has_all {
            // SAFETY: the processor has just said that it has every instruction that `newer` may be made of.
            return unsafe { newer(work) };
        }
    }
    work.run()
}

/// Asks for the memory of an item, so that it has come when it is read. An index beyond the items asks for nothing.
#[inline(always)]
pub fn prefetch<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(item) = items.get(at) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault, and SSE, which has it, is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, at);
}

/// A vector with capacity for `capacity` items, in huge pages where the system has them. Where there is less memory than that,
/// none is reserved.
pub fn with_huge_pages<T>(capacity: usize) -> Vec<T> {
    let mut items = Vec::new();
    if items.try_reserve_exact(capacity).is_err() {
        return items;
    }
    #[cfg(all(target_os = "linux", feature = "std"))]
    {
        const LARGE: usize = 2 << 20;
        let first: *const T = items.as_ptr();
        let start = (first as usize).next_multiple_of(LARGE);
        let end = first.wrapping_add(capacity) as usize / LARGE * LARGE;
        if start < end {
            // SAFETY: these pages are the vector's own, and advice changes neither what is in them nor who may use them.
            // Where the system does not take it, pages stay small.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    items
}
