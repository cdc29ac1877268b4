//! Short partizan games in canonical form: comparison, simplification, negatives and sums (Conway 1976; Siegel,
//! *Combinatorial Game Theory*, 2013, chapter II).
//!
//! Games are interned: the same sets of options are the same [`Game`], and two games in canonical form are equal just where
//! they are the same. Left is White here, Right is Black.

use std::collections::HashMap;

use super::number::Dyadic;

/// A game of one collection of [`Games`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Game(u32);

/// The options of both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Options {
    pub(super) left: Vec<Game>,
    pub(super) right: Vec<Game>,
}

/// The numbers that a game comes to if both sides play it alone until it is a number: with Left and with Right to move. Those of a
/// number are the number itself.
#[derive(Clone, Copy, Debug)]
struct Stops {
    left: Dyadic,
    right: Dyadic,
    is_number: bool,
}

/// The limit of work is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfWork;

/// All games met so far.
#[derive(Debug)]
pub(super) struct Games {
    options: Vec<Options>,
    /// The numbers at which the games in canonical form stop.
    stops: Vec<Option<Stops>>,
    ids: HashMap<Options, Game>,
    canonical: HashMap<Game, Game>,
    at_most: HashMap<(Game, Game), bool>,
    negatives: HashMap<Game, Game>,
    sums: HashMap<(Game, Game), Game>,
    /// Comparisons that may still be made.
    work: u64,
}

impl Options {
    fn sorted(mut left: Vec<Game>, mut right: Vec<Game>) -> Self {
        for side in [&mut left, &mut right] {
            side.sort_unstable();
            side.dedup();
        }
        Self { left, right }
    }
}

impl Games {
    pub(super) const ZERO: Game = Game(0);

    pub(super) fn new() -> Self {
        let mut games = Self {
            options: Vec::new(),
            stops: Vec::new(),
            ids: HashMap::new(),
            canonical: HashMap::new(),
            at_most: HashMap::new(),
            negatives: HashMap::new(),
            sums: HashMap::new(),
            work: 0,
        };
        games.intern_canonical(Options { left: Vec::new(), right: Vec::new() });
        games
    }

    /// Allows so many comparisons from now on.
    pub(super) fn allow(&mut self, work: u64) {
        self.work = work;
    }

    /// The number of games that are kept.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// Takes some of the work that is allowed.
    pub(super) fn take_work(&mut self, work: u64) -> Result<(), OutOfWork> {
        self.work = self.work.checked_sub(work).ok_or(OutOfWork)?;
        Ok(())
    }

    pub(super) fn options(&self, game: Game) -> &Options {
        &self.options[game.0 as usize]
    }

    /// The number that a game in canonical form is.
    pub(super) fn number(&self, game: Game) -> Option<Dyadic> {
        self.stops(game).filter(|stops| stops.is_number).map(|stops| stops.left)
    }

    fn stops(&self, game: Game) -> Option<Stops> {
        self.stops[game.0 as usize]
    }

    fn left(&self, game: Game, place: usize) -> Option<Game> {
        self.options(game).left.get(place).copied()
    }

    fn right(&self, game: Game, place: usize) -> Option<Game> {
        self.options(game).right.get(place).copied()
    }

    fn intern(&mut self, options: Options) -> Game {
        if let Some(&game) = self.ids.get(&options) {
            return game;
        }
        let game = Game(u32::try_from(self.options.len()).expect("memory ends before"));
        self.options.push(options.clone());
        self.stops.push(None);
        self.ids.insert(options, game);
        game
    }

    /// Interns a game that is known to be in canonical form.
    fn intern_canonical(&mut self, options: Options) -> Game {
        let game = self.intern(options);
        if self.stops(game).is_none() {
            self.canonical.insert(game, game);
            self.stops[game.0 as usize] = Some(self.find_stops(game));
        }
        game
    }

    fn find_stops(&self, game: Game) -> Stops {
        let Options { left, right } = self.options(game);
        let number = match (left.as_slice(), right.as_slice()) {
            ([], []) => Some(Dyadic::integer(0)),
            (&[left], []) => self.number(left).map(|left| left + Dyadic::integer(1)),
            ([], &[right]) => self.number(right).map(|right| right + Dyadic::integer(-1)),
            (&[left], &[right]) => match (self.number(left), self.number(right)) {
                (Some(left), Some(right)) if left < right => Some(left.between(right)),
                _ => None,
            },
            _ => None,
        };
        if let Some(number) = number {
            return Stops { left: number, right: number, is_number: true };
        }
        let stops = |options: &[Game]| -> Vec<Stops> {
            options.iter().map(|&option| self.stops(option).expect("options are in canonical form")).collect()
        };
        let best = stops(left).into_iter().map(|stops| stops.right).max();
        let worst = stops(right).into_iter().map(|stops| stops.left).min();
        let side = "a game in canonical form that is no number has options of both sides";
        Stops { left: best.expect(side), right: worst.expect(side), is_number: false }
    }

    pub(super) fn integer(&mut self, number: i64) -> Game {
        self.dyadic(Dyadic::integer(number))
    }

    /// The canonical form of a number.
    pub(super) fn dyadic(&mut self, number: Dyadic) -> Game {
        let [left, right] =
            number.options().map(|option| option.map(|option| self.dyadic(option)).into_iter().collect());
        self.intern_canonical(Options { left, right })
    }

    /// Whether one game is at most another: Left would not rather have it, whatever else is on the board.
    pub(super) fn is_at_most(&mut self, one: Game, other: Game) -> Result<bool, OutOfWork> {
        if one == other {
            return Ok(true);
        }
        if let (Some(one), Some(other)) = (self.stops(one), self.stops(other)) {
            if one.left > other.left || one.right > other.right {
                return Ok(false);
            }
            if one.left < other.right || (one.is_number && other.is_number) {
                return Ok(true);
            }
        }
        if let Some(&known) = self.at_most.get(&(one, other)) {
            return Ok(known);
        }
        self.take_work(1)?;
        let answer = self.compare(one, other)?;
        self.at_most.insert((one, other), answer);
        Ok(answer)
    }

    /// It is, unless Left's option of the one is at least the other, or Right's option of the other at most the one.
    fn compare(&mut self, one: Game, other: Game) -> Result<bool, OutOfWork> {
        let mut place = 0;
        while let Some(option) = self.left(one, place) {
            if self.is_at_most(other, option)? {
                return Ok(false);
            }
            place += 1;
        }
        place = 0;
        while let Some(option) = self.right(other, place) {
            if self.is_at_most(option, one)? {
                return Ok(false);
            }
            place += 1;
        }
        Ok(true)
    }

    /// The canonical form of a game with options in canonical form: without dominated and without reversible ones.
    pub(super) fn canonical(&mut self, left: Vec<Game>, right: Vec<Game>) -> Result<Game, OutOfWork> {
        let first = self.intern(Options::sorted(left, right));
        if let Some(&known) = self.canonical.get(&first) {
            return Ok(known);
        }
        let mut options = self.options(first).clone();
        let canonical = loop {
            options.left = self.undominated(&options.left, Self::is_at_most)?;
            options.right =
                self.undominated(&options.right, |games, one, other| games.is_at_most(other, one))?;
            // Its value is the same as the first one's, with fewer options to look at.
            let game = self.intern(options.clone());
            if let Some(bypassed) = self.bypassed(game)? {
                options = bypassed;
            } else {
                break self.intern_canonical(options);
            }
        };
        self.canonical.insert(first, canonical);
        Ok(canonical)
    }

    /// The options that no other one is better than.
    fn undominated(
        &mut self,
        options: &[Game],
        is_worse: impl Fn(&mut Self, Game, Game) -> Result<bool, OutOfWork>,
    ) -> Result<Vec<Game>, OutOfWork> {
        let mut kept: Vec<Game> = Vec::new();
        'options: for &option in options {
            let mut place = 0;
            while let Some(&other) = kept.get(place) {
                if is_worse(self, option, other)? {
                    continue 'options;
                }
                if is_worse(self, other, option)? {
                    kept.swap_remove(place);
                } else {
                    place += 1;
                }
            }
            kept.push(option);
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The options with the first reversible one replaced: where the opponent has an answer at least as good for it as the
    /// game itself, the options after that answer take the option's place.
    fn bypassed(&mut self, game: Game) -> Result<Option<Options>, OutOfWork> {
        let Options { left, right } = self.options(game).clone();
        for (index, &option) in left.iter().enumerate() {
            let mut place = 0;
            while let Some(answer) = self.right(option, place) {
                if self.is_at_most(answer, game)? {
                    let mut left = left;
                    left.swap_remove(index);
                    left.extend_from_slice(&self.options(answer).left);
                    return Ok(Some(Options::sorted(left, right)));
                }
                place += 1;
            }
        }
        for (index, &option) in right.iter().enumerate() {
            let mut place = 0;
            while let Some(answer) = self.left(option, place) {
                if self.is_at_most(game, answer)? {
                    let mut right = right;
                    right.swap_remove(index);
                    right.extend_from_slice(&self.options(answer).right);
                    return Ok(Some(Options::sorted(left, right)));
                }
                place += 1;
            }
        }
        Ok(None)
    }

    /// The game with the sides exchanged; of a game in canonical form in canonical form too.
    pub(super) fn negative(&mut self, game: Game) -> Game {
        if let Some(&known) = self.negatives.get(&game) {
            return known;
        }
        let Options { left, right } = self.options(game).clone();
        let left = left.into_iter().map(|option| self.negative(option)).collect();
        let right = right.into_iter().map(|option| self.negative(option)).collect();
        let negative = self.intern_canonical(Options::sorted(right, left));
        self.negatives.insert(game, negative);
        self.negatives.insert(negative, game);
        negative
    }

    /// The sum of two games in canonical form.
    pub(super) fn sum(&mut self, one: Game, other: Game) -> Result<Game, OutOfWork> {
        let (one, other) = (one.min(other), one.max(other));
        match (self.number(one), self.number(other)) {
            (Some(one), Some(other)) => return Ok(self.dyadic(one + other)),
            _ if one == Self::ZERO => return Ok(other),
            _ => {}
        }
        if let Some(&known) = self.sums.get(&(one, other)) {
            return Ok(known);
        }
        self.take_work(1)?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (game, fixed) in [(one, other), (other, one)] {
            // Nobody moves in a number while there is anything else (number translation).
            if self.number(game).is_some() {
                continue;
            }
            let options = self.options(game).clone();
            for option in options.left {
                left.push(self.sum(option, fixed)?);
            }
            for option in options.right {
                right.push(self.sum(option, fixed)?);
            }
        }
        let sum = self.canonical(left, right)?;
        self.sums.insert((one, other), sum);
        Ok(sum)
    }
}
