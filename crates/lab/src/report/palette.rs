//! The colours of both themes, as data: tests compute their contrasts.
//!
//! Ground and ink are those of the page of the game (`web/src/theme/tokens.css`). The six colours of series come from
//! the sets of Okabe and Ito (2008) and Tol (2021), which remain distinct for colour-blind readers, each made darker or
//! lighter until its contrast with the ground is 3 to 1. Series differ in the shape of their marks too.

/// The colours of a theme.
pub(super) struct Palette {
    /// Behind everything.
    pub(super) ground: &'static str,
    /// Text.
    pub(super) ink: &'static str,
    /// Secondary text.
    pub(super) soft: &'static str,
    /// Lines of tables and the grid of plots: they may be faint.
    pub(super) line: &'static str,
    /// The ground of boxes.
    pub(super) wash: &'static str,
    /// Links.
    pub(super) link: &'static str,
    /// The verdicts: seen, not seen, undecided.
    pub(super) verdicts: [&'static str; 3],
    /// The series of plots.
    pub(super) series: [&'static str; SERIES],
}

/// The number of colours of series; further series have the same colours with other marks.
pub(super) const SERIES: usize = 6;

/// By day.
pub(super) const LIGHT: Palette = Palette {
    ground: "#fffdf9",
    ink: "#26221d",
    soft: "#635b50",
    line: "#ddd5c8",
    wash: "#f3f0ea",
    link: "#17655f",
    verdicts: ["#2f6f3e", "#a3312a", "#7a5200"],
    series: ["#0072b2", "#c84e00", "#007f5c", "#a8327d", "#8a6a00", "#4d4d4d"],
};

/// By night.
pub(super) const DARK: Palette = Palette {
    ground: "#1c1b1a",
    ink: "#ece7df",
    soft: "#b3aba0",
    line: "#3f3b38",
    wash: "#272523",
    link: "#6cc5bb",
    verdicts: ["#83c78f", "#f0968d", "#e2b45c"],
    series: ["#56b4e9", "#f0914d", "#3cc79a", "#e08cc0", "#e3c94a", "#c4c4c4"],
};

/// On paper.
pub(super) const PAPER: Palette = Palette {
    ground: "#ffffff",
    ink: "#000000",
    soft: "#444444",
    line: "#bbbbbb",
    wash: "#ffffff",
    link: "#000000",
    ..LIGHT
};

impl Palette {
    /// The colours as declarations of CSS.
    pub(super) fn declarations(&self) -> String {
        let [seen, not_seen, undecided] = self.verdicts;
        let mut css = format!(
            "--ground:{};--ink:{};--soft:{};--line:{};--wash:{};--link:{};--seen:{seen};--not-seen:{not_seen};\
             --undecided:{undecided};",
            self.ground, self.ink, self.soft, self.line, self.wash, self.link
        );
        for (place, color) in self.series.iter().enumerate() {
            css += &format!("--series-{place}:{color};");
        }
        css
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG 2.2 defines it.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |color: &str| {
            let channel = |place: usize| {
                let value = u8::from_str_radix(&color[place..place + 2], 16).unwrap();
                let share = f64::from(value) / 255.0;
                if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_colour_has_enough_contrast_in_every_theme() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        for (theme, palette) in [("light", LIGHT), ("dark", DARK), ("paper", PAPER)] {
            let texts = [palette.ink, palette.soft, palette.link].into_iter().chain(palette.verdicts);
            for color in texts {
                for ground in [palette.ground, palette.wash] {
                    assert!(contrast(color, ground) >= 4.5, "{theme}: {color} on {ground}");
                }
            }
            for color in palette.series {
                assert!(contrast(color, palette.ground) >= 3.0, "{theme}: {color}");
            }
        }
    }
}
