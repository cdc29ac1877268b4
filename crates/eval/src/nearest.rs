//! The name that somebody may have meant.

/// The name that looks most like a text, if any looks much like it.
#[must_use]
pub fn nearest(text: &str, names: impl IntoIterator<Item = &'static str>) -> Option<&'static str> {
    let text = text.to_lowercase();
    let likeness = |name: &&'static str| strsim::jaro_winkler(&text, name);
    let best = names.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) > 0.75).then_some(best)
}

/// The question behind an error, if there is one.
#[must_use]
pub fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}
