//! The thesis's acceptance test: which games without a result can be taken as decided.
//!
//! A game without a result is played out from its last position. The simple player takes the side that seems to win, the
//! good player the other, and the game is accepted only if the simple side wins: what even a weak player holds against a
//! strong one is decided. Who seems to win is asked of Lieberum's evaluation; where it says nothing at all, value 0, it is
//! the side to move.
//!
//! The plies that were played out tell who wins and are then left out: a collection of people's games stays one.

use std::path::Path;
use std::time::Duration;

use agents::{Agent, AgentSpec};
use amazons::{Board, ByColor, Color, Position, Visitor};
use arena::{Pace, Played, Rules, Until, mix, play};
use eval::{Eval, Evaluation};
use serde_json::json;
use store::{Ending, NewGame};
use thought::{Control, Limits};

use crate::lines::{Existing, Lines};
use crate::ordered::{Crew, Taken};
use crate::workbench::LabError;
/// The word for such a run in a file or store.
pub const KIND: &str = "acceptance";

/// The two players of the test.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// The simple player, for the side that seems to win.
    pub simple: AgentSpec,
    /// The good player, for the other.
    pub good: AgentSpec,
    /// How long the good player thinks about a move.
    pub limits: Limits,
    /// The seed of both.
    pub seed: u64,
}

/// What the test says of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It had a result.
    Finished,
    /// The side that seemed to win has won.
    Accepted(Sequel),
    /// It has not.
    Rejected(Sequel),
}

/// How a game went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequel {
    /// Who seemed to win, and was played by the simple player.
    pub favourite: Color,
    /// How many plies were played out.
    pub plies: usize,
}

impl Judgement {
    /// Whether the game is kept.
    #[must_use]
    pub fn is_kept(self) -> bool {
        !matches!(self, Self::Rejected(_))
    }
}

/// What became of a collection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that had a result.
    pub finished: u64,
    /// Games without a result that were accepted.
    pub accepted: u64,
    /// Games without a result that were rejected.
    pub rejected: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, judgement: Judgement) {
        *match judgement {
            Judgement::Finished => &mut self.finished,
            Judgement::Accepted(_) => &mut self.accepted,
            Judgement::Rejected(_) => &mut self.rejected,
        } += 1;
    }

    /// The games that are kept.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.finished + self.accepted
    }
}

/// The two players at a table.
pub struct Seats {
    simple: Box<dyn Agent>,
    good: Box<dyn Agent>,
}

impl Acceptance {
    /// The thesis's players: minimal distance without lookahead, and Lieberum with alpha-beta and deepening.
    ///
    /// # Panics
    /// Never: both are in the catalogue.
    #[must_use]
    pub fn new(limits: Limits, seed: u64) -> Self {
        let player = |text: &str| text.parse().expect("a player of the catalogue");
        Self { simple: player("greedy:eval=mindist"), good: player("deepening:eval=lieberum"), limits, seed }
    }

    /// All that a judgement depends on but the game.
    #[must_use]
    pub fn conditions(&self) -> serde_json::Value {
        json!({
            "program": env!("CARGO_PKG_VERSION"),
            "simple": self.simple.to_string(),
            "good": self.good.to_string(),
            "pace": Pace::each(self.limits).to_string(),
            "seed": self.seed,
        })
    }

    /// Both players, ready.
    #[must_use]
    pub fn seats(&self) -> Seats {
        Seats { simple: self.simple.agent(), good: self.good.agent() }
    }

    /// Plays a game without a result out; `None` where the control stopped it.
    pub fn play_out(
        &self,
        number: u64,
        game: &NewGame,
        seats: &mut Seats,
        control: &Control,
    ) -> Option<Played> {
        let favourite = favourite(game);
        let seed = mix(self.seed, number);
        seats.simple.new_game(seed);
        seats.good.new_game(seed ^ 1);
        let of = |simple, good| if favourite == Color::White { (simple, good) } else { (good, simple) };
        let (white, black) = of(Pace::default(), Pace::each(self.limits));
        let paces = ByColor { white, black };
        let agents: ByColor<&mut dyn Agent> =
            ByColor { white: seats.simple.as_mut(), black: seats.good.as_mut() };
        let agents = if favourite == Color::White { agents } else { agents.swapped() };
        let rules = Rules { margin: Duration::from_secs(10), until: Until::NoMoves };
        play(&game.game, agents, &paces, rules, control)
    }

    /// Judges a game; `None` where the control stopped it.
    pub fn judge(
        &self,
        number: u64,
        game: &NewGame,
        seats: &mut Seats,
        control: &Control,
    ) -> Option<Judgement> {
        if game.winner.is_some() {
            return Some(Judgement::Finished);
        }
        let played = self.play_out(number, game, seats, control)?;
        Some(judgement(game, played.winner, played.game.moves().len()))
    }

    /// What a file says of a game that is kept: its own moves, and the result of the test where it had none.
    #[must_use]
    pub fn decided(&self, game: NewGame, judgement: Judgement) -> NewGame {
        let Judgement::Accepted(sequel) = judgement else { return game };
        let detail = format!(
            "acceptance test: {} won for {} against {} ({}) after {} more plies",
            self.simple,
            sequel.favourite.name(),
            self.good,
            Pace::each(self.limits),
            sequel.plies
        );
        // What stands in an SGF record would contradict the new result.
        NewGame { winner: Some(sequel.favourite), ending: Ending::Adjudication, detail, sgf: None, ..game }
    }

    /// Judges the games of a collection and writes those that are kept as JSON lines, or the rest of them, if a file is
    /// given; tells after each what became of all so far.
    ///
    /// # Errors
    /// When the file cannot be written or was made otherwise, or somebody stops it. What was written stays.
    pub fn write(
        &self,
        games: &[NewGame],
        file: Option<(&Path, Existing)>,
        crew: &Crew<'_>,
        mut tell: impl FnMut(&Tally),
    ) -> Result<Tally, LabError> {
        let mut conditions = self.conditions();
        conditions["collection"] = json!(format!("{:016x}", digest_of(games)));
        let mut tally = Tally::default();
        let mut next = 0;
        let mut lines = match file {
            None => None,
            Some((path, existing)) => {
                let lines = Lines::open(path, existing, KIND, conditions.to_string(), |number, _| {
                    // The numbers that are left out are those of rejected games.
                    tally.rejected += number - next;
                    let had_result = games.get(number as usize).is_some_and(|game| game.winner.is_some());
                    *if had_result { &mut tally.finished } else { &mut tally.accepted } += 1;
                    next = number + 1;
                })?;
                Some(lines)
            }
        };
        tell(&tally);
        let mut failure = None;
        let work = |seats: &mut Seats, number: u64| {
            self.judge(number, &games[number as usize], seats, crew.brake.control())
        };
        crew.in_order(
            next..games.len() as u64,
            || self.seats(),
            work,
            |number, judgement| {
                tally.add(judgement);
                if let Some(lines) = lines.as_mut().filter(|_| judgement.is_kept()) {
                    let game = self.decided(games[number as usize].clone(), judgement);
                    if let Err(error) = lines.write(number, mix(self.seed, number) >> 1, game) {
                        failure = Some(error);
                        return Taken::Enough;
                    }
                }
                tell(&tally);
                Taken::Wanted
            },
        );
        lines.map_or(Ok(()), Lines::finish)?;
        match failure {
            Some(error) => Err(error),
            None if tally.kept() + tally.rejected < games.len() as u64 => Err(LabError::Stopped),
            None => Ok(tally),
        }
    }
}

/// What it means that a game went on to so many plies and was won.
#[must_use]
pub fn judgement(game: &NewGame, winner: Color, plies: usize) -> Judgement {
    let favourite = favourite(game);
    let sequel = Sequel { favourite, plies: plies - game.game.moves().len() };
    if winner == favourite { Judgement::Accepted(sequel) } else { Judgement::Rejected(sequel) }
}

/// A number for all games of a collection.
pub(crate) fn digest_of(games: &[NewGame]) -> u64 {
    let mark = |hash: u64, game: &NewGame| {
        let moves = game.game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let start = game.game.start().hash();
        arena::digest(format!("{hash} {start} {moves} {:?}", game.winner).as_bytes())
    };
    games.iter().fold(0, mark)
}

/// Who seems to win the last position of a game, by Lieberum's evaluation.
#[must_use]
pub fn favourite(game: &NewGame) -> Color {
    let position = game.game.position();
    let eval: Eval = "lieberum".parse().expect("an evaluation of the catalogue");
    let value = position.visit(Valued { eval: &eval });
    if value >= 0.0 { position.turn() } else { !position.turn() }
}

/// The value of a position to the side to move.
pub(crate) struct Valued<'a> {
    pub(crate) eval: &'a Eval,
}

impl Visitor for Valued<'_> {
    type Output = f64;

    fn visit<B: Board>(self, position: &Position<B>) -> f64 {
        self.eval.value(position)
    }
}

#[cfg(test)]
mod tests {
    use amazons::{AnyPosition, Game, Setup};
    use arena::Brake;
    use store::Source;

    use super::*;

    fn game(fen: &str) -> NewGame {
        let start = AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap();
        let players = ByColor { white: "a".to_owned(), black: "b".to_owned() };
        NewGame { played_at: None, ..NewGame::new(players, Game::new(start), Source::Import) }
    }

    /// White has rooms of 8 and 4 squares, Black one of 3: decided whoever moves.
    const WON: &str = "Q4*/4**/**q3/****2/3*Q1/***3 w";

    #[test]
    fn the_side_that_seems_to_win_is_played_by_the_simple_player() {
        let acceptance = Acceptance::new(Limits::nodes(50), 1);
        let mut seats = acceptance.seats();
        for (turn, other) in [("w", "b"), ("b", "w")] {
            let won = game(&WON.replace(" w", &format!(" {turn}")));
            assert_eq!(favourite(&won), Color::White, "{turn} to move, not {other}");
        }
        let won = game(WON);
        let played = acceptance.play_out(0, &won, &mut seats, &Control::new()).unwrap();
        let judged = acceptance.judge(0, &won, &mut seats, &Control::new()).unwrap();
        assert_eq!(judged, judgement(&won, played.winner, played.game.moves().len()));
        let kept = acceptance.decided(won.clone(), judged);
        assert!(judged.is_kept(), "{judged:?}");
        assert_eq!((kept.winner, kept.ending), (Some(Color::White), Ending::Adjudication));
        assert_eq!(kept.game, won.game, "what was played out is left out");
        assert!(kept.detail.contains("won for white against deepening"), "{}", kept.detail);
        // The thoughts of the good player only are limited: it sits where the favourite does not.
        let nodes: Vec<u64> = played.thoughts.iter().map(|thought| thought.nodes).collect();
        assert!(
            nodes.iter().skip(1).step_by(2).all(|&nodes| nodes <= 60),
            "Black is the good player: {nodes:?}"
        );
    }

    #[test]
    fn the_favourite_has_to_win() {
        let won = game(WON);
        let sequel = Sequel { favourite: Color::White, plies: 7 };
        assert_eq!(judgement(&won, Color::White, 7), Judgement::Accepted(sequel));
        assert_eq!(judgement(&won, Color::Black, 7), Judgement::Rejected(sequel));
        assert!(!Judgement::Rejected(sequel).is_kept());
        let mut tally = Tally::default();
        for judgement in [Judgement::Finished, Judgement::Accepted(sequel), Judgement::Rejected(sequel)] {
            tally.add(judgement);
        }
        assert_eq!(tally, Tally { finished: 1, accepted: 1, rejected: 1 });
        assert_eq!(tally.kept(), 2);
    }

    #[test]
    fn a_collection_is_judged_the_same_in_one_go_and_in_two() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, halves) = (folder.path().join("whole.jsonl"), folder.path().join("halves.jsonl"));
        let games = collection();
        let acceptance = Acceptance::new(Limits::nodes(30), 1);
        let brake = Brake::new();
        let go = |path: &Path, threads, existing| {
            acceptance
                .write(&games, Some((path, existing)), &Crew { threads, brake: &brake }, |_| {})
                .unwrap()
        };
        let tally = go(&whole, 1, Existing::Refuse);
        let all = std::fs::read_to_string(&whole).unwrap();
        assert_eq!(tally.kept(), all.lines().count() as u64);
        assert_eq!(tally.kept() + tally.rejected, games.len() as u64);
        assert!(tally.finished > 0 && tally.accepted > 0 && tally.rejected > 0, "{tally:?}");
        let first = all.find('\n').unwrap() + 1;
        std::fs::write(&halves, &all[..first + 20]).unwrap();
        assert_eq!(go(&halves, 2, Existing::GoOn), tally);
        assert!(std::fs::read_to_string(&halves).unwrap() == all);
        let kept = crate::collection::read(&whole).unwrap();
        assert!(kept.iter().all(|game| game.winner.is_some()));
    }

    /// Small self-played games of which two thirds are broken off, some of them early.
    fn collection() -> Vec<NewGame> {
        let start = amazons::Start::of("6x6".parse().unwrap()).unwrap();
        let selfplay = crate::selfplay::SelfPlay {
            player: "random".parse().unwrap(),
            start: AnyPosition::from_setup(&start.setup()).unwrap(),
            variety: "start".parse().unwrap(),
            strays: None,
            until: Until::NoMoves,
            seed: 4,
        };
        let mut seats = selfplay.seats().unwrap();
        let mut games: Vec<NewGame> = (0..18)
            .map(|number| selfplay.game(number, &mut seats, &Control::new()).unwrap().unwrap())
            .collect();
        for (number, game) in games.iter_mut().enumerate().filter(|(number, _)| number % 3 > 0) {
            crate::collection::break_off(game, if number % 3 == 1 { 4 } else { 12 });
        }
        games
    }
}
