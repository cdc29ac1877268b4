//! Progress of a long computation, for the caller to display.

/// Progress of a long computation.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// A part of the work starts.
    Started {
        /// What its steps are: `games`.
        what: &'a str,
        /// Its number of steps.
        steps: u64,
        /// Steps that are done already.
        done: u64,
    },
    /// The number of steps that are done now.
    Done(u64),
}
