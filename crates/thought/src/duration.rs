//! Durations as text: `200ms`, `5s`, `2m`, `12h`.

use std::time::Duration;

use thiserror::Error;

/// A text that is no duration.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DurationError {
    /// Not a number with a unit.
    #[error("expected a time such as 5s, 200ms, 2m or 12h, found {0:?}")]
    Unreadable(String),
    /// More than a day.
    #[error("expected a time of a day at most, found {0:?}")]
    TooLong(String),
}

/// Reads `5s`, `200ms`, `2m`, `12h` or plain seconds.
///
/// # Errors
/// When the text is something else, or more than a day.
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let fault = || DurationError::Unreadable(text.to_owned());
    let rest = text.trim_start_matches(|mark: char| mark.is_ascii_digit() || mark == '.');
    let (number, unit) = text.split_at(text.len() - rest.len());
    let number: f64 = number.parse().map_err(|_| fault())?;
    let seconds = match unit {
        "s" | "" => number,
        "ms" => number / 1e3,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(fault()),
    };
    // Infinity is no time.
    if seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(DurationError::TooLong(text.to_owned()))
    }
}

/// Writes a duration so that [`parse_duration`] reads it back, to the microsecond.
#[must_use]
pub fn format_duration(duration: Duration) -> String {
    let millis = duration.as_micros() as f64 / 1e3;
    if millis >= 1e3 { format!("{}s", millis / 1e3) } else { format!("{millis}ms") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(parse_duration("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(parse_duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("12h"), Ok(Duration::from_secs(43_200)));
        for text in ["", "s", "5d", "25h", "-1s", "1e9", "nan", "99999999s", "1.2.3s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        for (micros, text) in
            [(0, "0ms"), (1, "0.001ms"), (200_000, "200ms"), (5_000_000, "5s"), (90_500_000, "90.5s")]
        {
            let duration = Duration::from_micros(micros);
            assert_eq!(format_duration(duration), text);
            assert_eq!(parse_duration(text), Ok(duration));
        }
    }
}
