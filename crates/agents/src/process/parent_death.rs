//! A child that ends with its parent, however that ends: a parent that is killed cannot end its children.
//!
//! Only Linux has this. Elsewhere a child that reads its input notices the end of it.

#![allow(unsafe_code)]

use std::process::Command;

/// Lets the system kill the child as soon as the thread that starts it ends.
#[cfg(target_os = "linux")]
pub(super) fn end_with_parent(command: &mut Command) {
    use std::io;
    use std::os::unix::process::CommandExt;

    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    let parent = getpid();
    let before_exec = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have ended before the signal was set.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    };
    // SAFETY: between fork and exec the closure makes two system calls and allocates nothing: `set_parent_process_death_signal`
    // and `getppid` call the kernel directly, and an error is made of a number.
    unsafe { command.pre_exec(before_exec) };
}

/// Does nothing: the system has no such thing.
#[cfg(not(target_os = "linux"))]
pub(super) fn end_with_parent(_command: &mut Command) {}
