//! Output of the program: results to standard output, one line for an error to standard error.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

/// Standard output, locked and buffered. Unlike `println!` it gives an error if the pipe is closed.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Writes a line.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    let mut out = stdout();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let mut out = stdout();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Prints an error as one line. A broken pipe is not an error.
pub(crate) fn failure(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    });
    if is_broken_pipe {
        return ExitCode::SUCCESS;
    }
    print_error(&format!("{error:#}"))
}

/// Prints the help or the version, or an error in the arguments as one line.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    let is_answer = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_answer {
        return error.print().map_or_else(|error| failure(&error.into()), |()| ExitCode::SUCCESS);
    }
    // clap writes a paragraph of what is wrong, then tips and usage.
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n");
    let what = paragraphs.next().unwrap_or_default().trim_start_matches("error: ");
    let tip = paragraphs.find_map(|paragraph| paragraph.trim().strip_prefix("tip: "));
    // A negative number after `--` would be refused too.
    let tip = tip.filter(|tip| !tip.starts_with("to pass "));
    let tip = tip.map_or_else(|| "--help tells more".to_owned(), str::to_owned);
    print_error(&format!("{}; {tip}", in_our_words(what)))
}

/// The standard library's words about numbers that cannot be read, as users understand them.
fn in_our_words(what: &str) -> String {
    let words = [
        ("invalid digit found in string", "expected a whole number such as 12"),
        ("cannot parse integer from empty string", "expected a whole number such as 12"),
        ("number too large to fit in target type", "the number is too large"),
        ("invalid float literal", "expected a number such as 0.5"),
        ("cannot parse float from empty string", "expected a number such as 0.5"),
    ];
    words.iter().fold(what.to_owned(), |what, (std, ours)| what.replace(std, ours))
}

/// Prints what is wrong as one line.
pub(crate) fn print_error(what: &str) -> ExitCode {
    let line = plain(&what.split_whitespace().collect::<Vec<_>>().join(" "));
    // If this cannot be written either, the exit status remains.
    let _ = writeln!(io::stderr(), "otrera: {line}");
    ExitCode::from(2)
}

/// A text from elsewhere as a terminal may get it: one line, no control characters.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

/// The cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A time in seconds, minutes or hours.
pub(crate) fn span(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 99.5 => format!("{seconds:.0} s"),
        seconds if seconds < 99.5 * 60.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
