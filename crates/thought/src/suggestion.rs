//! The name that a mistyped one stands for, for error messages.

/// The name most similar to a text, if one is similar enough (Jaro and Winkler).
#[must_use]
pub fn nearest(text: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let text = text.to_lowercase();
    let similarity = |name: &&'static str| strsim::jaro_winkler(&text, name);
    let best = names.into_iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(&best) > 0.75).then_some(best)
}

/// The end of an error message that suggests a name; empty without one.
#[must_use]
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}
