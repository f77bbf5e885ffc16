//! Counts the bytes requested from the allocator, so that every index is measured in the same way.
//!
//! What the allocator adds to each piece for itself is not counted: it favours indexes of many small pieces.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

struct Counting;

// SAFETY: all work is the system allocator's, by the same layouts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        took(size);
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

fn took(bytes: usize) {
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(held, Relaxed);
}

/// What something needed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needed {
    /// Bytes that it holds.
    pub(crate) held: usize,
    /// The most bytes at once while it was made.
    pub(crate) peak: usize,
}

/// Makes something, and tells what it needed.
pub(crate) fn of<T>(make: impl FnOnce() -> T) -> (T, Needed) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    let made = make();
    let since = |bytes: usize| bytes.saturating_sub(before);
    (made, Needed { held: since(HELD.load(Relaxed)), peak: since(PEAK.load(Relaxed)) })
}
