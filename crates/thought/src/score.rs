//! How good a position is, and for whom.

use std::fmt;
use std::ops::Neg;

use amazons::Color;

/// How good a position is for the side to move: above zero is good.
///
/// One move of margin is [`Score::ONE`]. A won game is worth more than any margin, the sooner the more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// How good a position is for White: above zero is good. Used in files, in JSON and on the page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WhiteScore(Score);

impl Score {
    /// One move of margin.
    pub const ONE: i32 = 10_000;
    /// Equal chances.
    pub const EVEN: Self = Self(0);
    /// Below every other score.
    pub const WORST: Self = Self(-i32::MAX);
    /// Above every other score.
    pub const BEST: Self = Self(i32::MAX);
    /// The slope of the logistic function from margin to probability of winning: ours for MG-PEO, whose paper gives none.
    pub const SLOPE: f64 = 0.2;
    /// A game that is won now; each ply until the end costs one.
    const WON: i32 = 2_000_000_000;
    /// The most plies that a score says a decided game still takes.
    pub(crate) const LONGEST: u32 = 1_000;

    /// The score of a margin in moves, clamped below the scores of decided games.
    #[inline]
    #[must_use]
    pub fn from_moves(moves: f64) -> Self {
        let most = f64::from(Self::WON - Self::LONGEST as i32 - 1);
        // `as` converts NaN to 0.
        Self((moves * f64::from(Self::ONE)).round_ties_even().clamp(-most, most) as i32)
    }

    /// A won game that takes at most `plies` more plies.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        let plies = if plies < Self::LONGEST { plies } else { Self::LONGEST };
        Self(Self::WON - plies as i32)
    }

    /// A lost game that takes at most `plies` more plies.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The margin of a probability of winning: the inverse of [`win_rate`](Self::win_rate). A sampled rate proves
    /// nothing, so 0 and 1 give a large margin and not a decided game.
    #[must_use]
    pub fn from_win_rate(rate: f64) -> Self {
        let rate = rate.clamp(1e-4, 1.0 - 1e-4);
        Self::from_moves(libm::log(rate / (1.0 - rate)) / Self::SLOPE)
    }

    /// The probability of winning: 1 or 0 for a decided game, else the logistic function of the margin. All searches use
    /// this map; for evaluations that are not in moves it gives the order, not the odds.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        match (self.is_win(), self.is_loss()) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => win_rate(self.to_moves(), Self::SLOPE),
        }
    }

    /// The margin in moves; very large for a decided game.
    #[inline]
    #[must_use]
    pub fn to_moves(self) -> f64 {
        f64::from(self.0) / f64::from(Self::ONE)
    }

    /// The margin in hundredths of a move, as UCI writes it.
    #[must_use]
    pub fn to_centi(self) -> i32 {
        (self.to_moves() * 100.0).round_ties_even() as i32
    }

    /// The most plies until the game is over, if it is decided; [`is_win`](Self::is_win) and
    /// [`is_loss`](Self::is_loss) tell the winner.
    #[must_use]
    pub fn decided_in(self) -> Option<u32> {
        let plies = Self::WON - self.0.saturating_abs();
        (0..=Self::LONGEST as i32).contains(&plies).then_some(plies as u32)
    }

    /// Whether the side to move is proven to win.
    #[must_use]
    pub fn is_win(self) -> bool {
        self.0 > 0 && self.decided_in().is_some()
    }

    /// Whether the side to move is proven to lose.
    #[must_use]
    pub fn is_loss(self) -> bool {
        self.0 < 0 && self.decided_in().is_some()
    }

    /// The same score one ply earlier: a decided game takes one ply more.
    #[inline]
    #[must_use]
    pub fn one_ply_earlier(self) -> Self {
        match (self.is_win(), self.is_loss()) {
            (true, _) => Self((self.0 - 1).max(Self::win_in(u32::MAX).0)),
            (_, true) => Self((self.0 + 1).min(Self::loss_in(u32::MAX).0)),
            _ => self,
        }
    }

    /// The score from White's view.
    #[must_use]
    pub fn for_white(self, turn: Color) -> WhiteScore {
        WhiteScore(if turn == Color::White { self } else { -self })
    }
}

impl WhiteScore {
    /// The score from the view of the side to move.
    #[must_use]
    pub fn for_mover(self, turn: Color) -> Score {
        if turn == Color::White { self.0 } else { -self.0 }
    }

    /// The margin in moves, above zero for White.
    #[must_use]
    pub fn to_moves(self) -> f64 {
        self.0.to_moves()
    }

    /// The number that files store: [`Score::ONE`] is one move.
    #[must_use]
    pub fn to_units(self) -> i32 {
        self.0.0
    }

    /// The score of a number from a file, raised to [`Score::WORST`] where it is below.
    #[must_use]
    pub fn from_units(units: i32) -> Self {
        Self(Score(units.max(Score::WORST.0)))
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// Writes the margin, or in how many plies the game is won or lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided_in() {
            Some(plies) if self.0 > 0 => write!(f, "won in {plies}"),
            Some(plies) => write!(f, "lost in {plies}"),
            None => write!(f, "{:+.2}", self.to_moves()),
        }
    }
}

/// The probability of winning with a margin of `value`: 1 / (1 + exp(-slope value)).
#[inline]
#[must_use]
pub fn win_rate(value: f64, slope: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-slope * value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(3) > Score::loss_in(1));
        assert!(Score::loss_in(0) > Score::WORST && Score::win_in(0) < Score::BEST);
        assert!(Score::from_moves(f64::INFINITY) < Score::win_in(u32::MAX));
        assert!(Score::from_moves(-1e300) > Score::loss_in(u32::MAX));
        assert_eq!(Score::from_moves(f64::NAN), Score::EVEN);
    }

    #[test]
    fn scores_round_trip_as_numbers() {
        for score in [Score::win_in(3), Score::loss_in(1000), Score::from_moves(-2.5), Score::BEST] {
            let white = score.for_white(Color::Black);
            assert_eq!(WhiteScore::from_units(white.to_units()), white);
        }
        assert_eq!(WhiteScore::from_units(i32::MIN).for_mover(Color::Black), Score::BEST);
    }

    #[test]
    fn one_ply_earlier_adds_a_ply_to_a_decided_game() {
        assert_eq!(Score::win_in(3).one_ply_earlier(), Score::win_in(4));
        assert_eq!(Score::loss_in(3).one_ply_earlier(), Score::loss_in(4));
        assert_eq!(Score::loss_in(1_000).one_ply_earlier(), Score::loss_in(1_000));
        assert_eq!(Score::from_moves(2.5).one_ply_earlier(), Score::from_moves(2.5));
    }

    #[test]
    fn margins_and_win_rates_convert_both_ways() {
        let rates = [0.0, 1e-4, 0.01, 0.3, 0.5, 0.7, 0.99, 1.0 - 1e-4, 1.0];
        let scores = rates.map(Score::from_win_rate);
        assert!(scores.is_sorted() && scores.iter().all(|score| score.decided_in().is_none()));
        for (rate, score) in rates.into_iter().zip(scores).skip(1).take(7) {
            assert!((score.win_rate() - rate).abs() < 1e-5, "{rate} as {score}");
        }
        // 1 / (1 + exp(-1)).
        assert!((Score::from_moves(5.0).win_rate() - 0.731_058_578_630_004_9).abs() < 1e-12);
        assert_eq!(Score::EVEN.win_rate(), 0.5);
        assert_eq!((Score::win_in(3).win_rate(), Score::loss_in(4).win_rate()), (1.0, 0.0));
    }

    #[test]
    fn scores_print_and_convert() {
        assert_eq!(Score::from_moves(2.5).to_string(), "+2.50");
        assert_eq!(Score::win_in(3).to_string(), "won in 3");
        assert_eq!(Score::loss_in(0).to_string(), "lost in 0");
        assert_eq!(Score::from_moves(-1.234).to_centi(), -123);
        assert_eq!(Score::from_moves(1.0).for_white(Color::Black).to_moves(), -1.0);
        assert_eq!(
            Score::from_moves(1.0).for_white(Color::Black).for_mover(Color::Black),
            Score::from_moves(1.0)
        );
    }
}
