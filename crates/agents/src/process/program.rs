//! Another program by its command line, and what to set in it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A program that speaks UGI or UCI, with options: `cmd[Hash=64,Threads=2]:./engine --flag`.
///
/// The command line is split as a shell would, with quotes and backslashes, but no shell runs. Options stand in brackets
/// with commas between them, `name=value`, or the name alone for a button; a backslash takes a comma, bracket, equals sign
/// or backslash as it is.
///
/// ```
/// use agents::process::Program;
/// let program: Program = "cmd[Hash=64, Clear Hash]:'./my engine' --fast".parse().unwrap();
/// assert_eq!(program.path(), "./my engine");
/// assert_eq!(program.to_string(), "cmd[Hash=64,Clear Hash]:'./my engine' --fast");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// What is started, and its arguments.
    words: Vec<String>,
    options: Vec<(String, Option<String>)>,
}

/// A text that names no program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProgramError {
    /// It does not begin with `cmd:` or `cmd[`.
    #[error("{0:?} names no program: write cmd:COMMAND LINE or cmd[OPTION=VALUE,...]:COMMAND LINE")]
    Form(String),
    /// A quote in the command line is not closed.
    #[error("{0:?} cannot be split into words: a quote is not closed")]
    Quotes(String),
    /// The command line is empty.
    #[error("the command line after cmd: is empty")]
    Empty,
    /// An option has no name.
    #[error("expected `name=value`, found `{0}`: write the options with commas between them")]
    Option(String),
}

impl Program {
    /// A program with its arguments and no option set.
    ///
    /// # Panics
    /// When there is no word.
    #[must_use]
    pub fn new<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Self {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        assert!(!words.is_empty(), "the first word is the program");
        Self { words, options: Vec::new() }
    }

    /// What is started.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.words[0]
    }

    /// Its arguments.
    #[must_use]
    pub fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    /// The options to set, in this order.
    #[must_use]
    pub fn options(&self) -> &[(String, Option<String>)] {
        &self.options
    }

    /// The command line, quoted where a shell needs it.
    #[must_use]
    pub fn command_line(&self) -> String {
        shell_words::join(&self.words)
    }
}

impl Program {
    /// The value of its option `Threads`, or 1.
    pub(crate) fn threads(&self) -> usize {
        let option = self.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        option.and_then(|(_, value)| value.as_ref()?.parse().ok()).unwrap_or(1)
    }
}

impl FromStr for Program {
    type Err = ProgramError;

    fn from_str(text: &str) -> Result<Self, ProgramError> {
        let form = || ProgramError::Form(text.to_owned());
        let rest = text.strip_prefix("cmd").ok_or_else(form)?;
        let (options, line) = match rest.strip_prefix('[') {
            Some(rest) => read_options(rest)?.ok_or_else(form)?,
            None => (Vec::new(), rest),
        };
        let line = line.strip_prefix(':').ok_or_else(form)?;
        let words = shell_words::split(line).map_err(|_| ProgramError::Quotes(line.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(ProgramError::Empty);
        }
        Ok(Self { words, options })
    }
}

type Options = Vec<(String, Option<String>)>;

/// Reads options up to the closing bracket and gives what stands behind it; `None` where it is missing.
fn read_options(text: &str) -> Result<Option<(Options, &str)>, ProgramError> {
    let mut options = Options::new();
    let (mut name, mut value) = (String::new(), None::<String>);
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            ',' | ']' => {
                let (name, value) = (std::mem::take(&mut name), value.take());
                let name = name.trim();
                let is_all = letter == ']' && options.is_empty() && name.is_empty() && value.is_none();
                if name.is_empty() && !is_all {
                    return Err(ProgramError::Option(
                        value.map_or_else(String::new, |value| format!("={value}")),
                    ));
                }
                if !is_all {
                    options.push((name.to_owned(), value.map(|value| value.trim().to_owned())));
                }
                if letter == ']' {
                    return Ok(Some((options, &text[at + 1..])));
                }
            }
            '=' if value.is_none() => value = Some(String::new()),
            _ => {
                let plain = if letter == '\\' { letters.next().map(|(_, next)| next) } else { Some(letter) };
                value.as_mut().unwrap_or(&mut name).extend(plain);
            }
        }
    }
    Ok(None)
}

/// A text with a backslash before every mark that means something.
fn escaped(text: &str, marks: &[char]) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        if marks.contains(&letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
        escaped
    })
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cmd")?;
        for (index, (name, value)) in self.options.iter().enumerate() {
            f.write_str(if index == 0 { "[" } else { "," })?;
            f.write_str(&escaped(name, &[',', ']', '\\', '=']))?;
            if let Some(value) = value {
                write!(f, "={}", escaped(value, &[',', ']', '\\']))?;
            }
        }
        let end = if self.options.is_empty() { "" } else { "]" };
        write!(f, "{end}:{}", self.command_line())
    }
}
