//! Game databases by self-play: a player against itself from many openings, no game twice.
//!
//! A game depends on the seed and its number alone; games are written in the order of their numbers, so that a file is the
//! same byte by byte whatever the number of threads, as long as no clock limits the player.
//!
//! - `variety`: where games begin;
//! - `strays`: random plies in the middle of games;
//! - `distinct`: which games are the same.

mod distinct;
mod strays;
mod variety;

use std::path::Path;
use std::time::Duration;

use agents::{Agent, AgentError};
use amazons::{AnyPosition, ByColor};
use arena::{Entrant, Pace, Rules, Until, mix, play};
use serde_json::json;
use store::{NewGame, Source, Thought};
use thought::{Control, Limits};
use time::OffsetDateTime;

pub use self::distinct::Distinct;
use self::strays::Straying;
pub use self::strays::{Strays, StraysError};
pub use self::variety::{Variety, VarietyError};
use crate::lines::{Existing, Lines};
use crate::ordered::{Crew, Taken};
use crate::workbench::LabError;

/// The word for such a run in a file.
pub(crate) const KIND: &str = "self-play";

/// So many games in a row that were there before end the making: the player has no others from these openings.
const FRUITLESS: u64 = 200;

/// All that self-played games depend on.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Who plays both sides, and how long it may think.
    pub player: Entrant,
    /// Where the board is set up.
    pub start: AnyPosition,
    /// Where games begin.
    pub variety: Variety,
    /// Random plies besides.
    pub strays: Option<Strays>,
    /// When games end.
    pub until: Until,
    /// The seed of everything.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Games in the file.
    pub games: u64,
    /// Those of them that were there before.
    pub before: u64,
    /// Games that were thrown away because the file has them already, under a symmetry perhaps.
    pub copies: u64,
}

/// A game with its number.
type Numbered = (u64, NewGame);

impl SelfPlay {
    fn pace(&self) -> Pace {
        self.player.pace_or(Pace::default())
    }

    /// Whether the same seed gives the same file.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.pace().is_counted()
    }

    /// All that the games depend on, as one line. How many are made is not part of it: more can be made later.
    #[must_use]
    pub fn conditions(&self) -> String {
        let mut conditions = json!({
            "program": env!("CARGO_PKG_VERSION"),
            "player": self.player.contender.to_string(),
            "pace": self.pace().to_string(),
            "start": self.start.to_setup().to_fen(),
            "openings": self.variety.conditions(),
            "seed": self.seed,
        });
        // What was not asked for is not said: files from before there was a choice go on.
        if let Some(strays) = self.strays {
            conditions["strays"] = json!(strays.to_string());
        }
        if self.until == Until::Proven {
            conditions["until"] = json!("proven");
        }
        conditions.to_string()
    }

    /// The seed of a game. The numbers of `SQLite` have a sign.
    fn seed_of(&self, number: u64) -> u64 {
        mix(self.seed, number) >> 1
    }

    /// Two of the player, for both sides of a table.
    ///
    /// # Errors
    /// When another program does not start.
    pub fn seats(&self) -> Result<ByColor<Box<dyn Agent>>, AgentError> {
        Ok(ByColor { white: self.player.contender.agent()?, black: self.player.contender.agent()? })
    }

    /// Plays a game. `None` where the control stopped it.
    ///
    /// # Errors
    /// When its opening cannot be made.
    pub fn game(
        &self,
        number: u64,
        seats: &mut ByColor<Box<dyn Agent>>,
        control: &Control,
    ) -> Result<Option<NewGame>, LabError> {
        let seed = self.seed_of(number);
        let opening = self.variety.opening(&self.start, number, seed)?;
        seats.white.new_game(seed);
        seats.black.new_game(seed ^ 1);
        let pace = self.pace();
        let paces = ByColor { white: pace, black: pace };
        let strays = self.strays.map(|strays| strays.drawn(seed)).unwrap_or_default();
        let mut white = Straying { agent: seats.white.as_mut(), strays: &strays };
        let mut black = Straying { agent: seats.black.as_mut(), strays: &strays };
        let agents: ByColor<&mut dyn Agent> = ByColor { white: &mut white, black: &mut black };
        let rules = Rules { margin: Duration::from_secs(10), until: self.until };
        let begun = OffsetDateTime::now_utc();
        let Some(mut played) = play(&opening.game, agents, &paces, rules, control) else { return Ok(None) };
        for (ply, thought) in played.thoughts.iter_mut().enumerate() {
            if strays.has(ply) {
                *thought = Thought::default();
            } else if self.is_counted() {
                // How long it took is nothing that the seed tells.
                thought.time = Duration::ZERO;
            }
        }
        let name = self.player.contender.to_string();
        let limits = Some(pace.to_string()).filter(|_| pace.limits != Limits::NONE || pace.clock.is_some());
        Ok(Some(NewGame {
            winner: Some(played.winner),
            ending: played.ending,
            detail: played.detail,
            event: Some("self-play".to_owned()),
            opening: Some(opening.name),
            played_at: Some(begun).filter(|_| !self.is_counted()),
            limits: ByColor { white: limits.clone(), black: limits },
            thoughts: played.thoughts,
            transcript: played.transcript,
            ..NewGame::new(ByColor { white: name.clone(), black: name }, played.game, Source::SelfPlay)
        }))
    }

    /// Plays games until there are so many different ones, from a number on, and hands them over in their order.
    ///
    /// # Errors
    /// When a game cannot be played or whoever gets it fails; [`LabError::Stopped`] where the brake ended it, and
    /// [`LabError::NoMoreGames`] where the player has no others.
    pub fn make(
        &self,
        games: u64,
        first: u64,
        crew: &Crew<'_>,
        distinct: &mut Distinct,
        mut give: impl FnMut(Numbered) -> Result<(), LabError>,
    ) -> Result<u64, LabError> {
        let (mut kept, mut copies, mut in_a_row) = (0, 0, 0);
        let mut failure = None;
        let work = |seats: &mut Result<ByColor<Box<dyn Agent>>, AgentError>, number: u64| {
            let seats = match seats {
                Ok(seats) => seats,
                Err(error) => {
                    let player = self.player.to_string();
                    return Some(Err(LabError::Run(arena::RunError::Start { player, error: error.clone() })));
                }
            };
            self.game(number, seats, crew.brake.control()).transpose()
        };
        crew.in_order(
            first..first.saturating_add(games),
            || self.seats(),
            work,
            |number, game| {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        failure = Some(error);
                        return Taken::Enough;
                    }
                };
                if !distinct.is_new(&game.game) {
                    (copies, in_a_row) = (copies + 1, in_a_row + 1);
                    return if in_a_row < FRUITLESS { Taken::OneMore } else { Taken::Enough };
                }
                in_a_row = 0;
                match give((number, game)) {
                    Ok(()) => {
                        kept += 1;
                        Taken::Wanted
                    }
                    Err(error) => {
                        failure = Some(error);
                        Taken::Enough
                    }
                }
            },
        );
        match failure {
            Some(error) => Err(error),
            None if in_a_row == FRUITLESS => Err(LabError::NoMoreGames { kept, copies: in_a_row }),
            None if kept < games => Err(LabError::Stopped),
            None => Ok(copies),
        }
    }

    /// Makes a file of so many games, or the rest of it, and tells after each how many there are.
    ///
    /// # Errors
    /// As for [`make`](Self::make), and when the file cannot be written or was made otherwise. What was written stays.
    pub fn write(
        &self,
        path: &Path,
        games: u64,
        existing: Existing,
        crew: &Crew<'_>,
        mut tell: impl FnMut(u64),
    ) -> Result<Made, LabError> {
        let mut distinct = Distinct::default();
        let (mut before, mut next) = (0, 0);
        let mut lines = Lines::open(path, existing, KIND, self.conditions(), |number, game| {
            distinct.is_new(&game.game);
            (before, next) = (before + 1, number + 1);
        })?;
        tell(before);
        let mut there = before;
        let made = self.make(games.saturating_sub(before), next, crew, &mut distinct, |(number, game)| {
            lines.write(number, self.seed_of(number), game)?;
            there += 1;
            tell(there);
            Ok(())
        });
        lines.finish()?;
        Ok(Made { games: there, before, copies: made? })
    }
}

#[cfg(test)]
mod tests {
    use arena::Brake;

    use super::*;

    fn board(size: &str) -> AnyPosition {
        let start = amazons::Start::of(size.parse().unwrap()).unwrap();
        AnyPosition::from_setup(&start.setup()).unwrap()
    }

    fn of(player: &str, openings: &str) -> SelfPlay {
        let variety = openings.parse().unwrap();
        SelfPlay {
            player: player.parse().unwrap(),
            start: board("6x6"),
            variety,
            strays: None,
            until: Until::NoMoves,
            seed: 5,
        }
    }

    fn write(selfplay: &SelfPlay, path: &Path, games: u64, threads: usize, existing: Existing) -> Made {
        let brake = Brake::new();
        selfplay.write(path, games, existing, &Crew { threads, brake: &brake }, |_| {}).unwrap()
    }

    #[test]
    fn a_file_is_the_same_whatever_the_threads_and_interruptions() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let selfplay = of("greedy@depth=1", "random:0-4");
        let made = write(&selfplay, &path("one.jsonl"), 12, 1, Existing::Refuse);
        assert_eq!((made.games, made.before), (12, 0));
        assert!(made.copies > 0, "some games begin at the start itself, and the player knows no chance");
        let one = std::fs::read(path("one.jsonl")).unwrap();
        write(&selfplay, &path("four.jsonl"), 12, 4, Existing::Refuse);
        assert!(std::fs::read(path("four.jsonl")).unwrap() == one);

        // Broken off within the eighth line.
        let ends: Vec<usize> = (0..one.len()).filter(|&at| one[at] == b'\n').collect();
        std::fs::write(path("four.jsonl"), &one[..ends[6] + 50]).unwrap();
        let made = write(&selfplay, &path("four.jsonl"), 12, 3, Existing::GoOn);
        assert_eq!((made.games, made.before), (12, 7));
        assert!(std::fs::read(path("four.jsonl")).unwrap() == one);
        // And more can be made later.
        assert_eq!(write(&selfplay, &path("four.jsonl"), 14, 2, Existing::GoOn).before, 12);
        assert!(std::fs::read(path("four.jsonl")).unwrap().starts_with(&one));
    }

    #[test]
    fn lines_tell_thoughts_openings_and_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        write(&of("short-mcts@playouts=20", "random:1-3"), &path, 4, 2, Existing::Refuse);
        let games = crate::collection::read(&path).unwrap();
        assert_eq!(games.len(), 4);
        for game in &games {
            let opening: usize = game.opening.as_deref().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
            assert!((1..=3).contains(&opening));
            assert_eq!(game.winner, game.game.outcome().map(|outcome| outcome.winner));
            assert_eq!(game.thoughts.len(), game.game.moves().len());
            for (ply, thought) in game.thoughts.iter().enumerate() {
                assert_eq!(thought.win_rate.is_some(), ply >= opening, "ply {ply}");
                assert_eq!(thought.playouts > 0, ply >= opening, "ply {ply}");
            }
            assert_eq!(game.limits.white.as_deref(), Some("playouts=20"));
        }
        let lengths: Vec<usize> = games.iter().map(|game| game.game.moves().len()).collect();
        assert!(lengths.iter().any(|&length| length != lengths[0]), "games differ: {lengths:?}");
    }

    #[test]
    fn strays_are_random_plies_that_nobody_thought_about() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let plain = of("alphabeta:depth=1@nodes=50", "random:2");
        let strays = Strays { least: 1, most: 3, before: 9 };
        let straying = SelfPlay { strays: Some(strays), ..plain.clone() };
        write(&plain, &path("plain.jsonl"), 12, 2, Existing::Refuse);
        write(&straying, &path("one.jsonl"), 12, 1, Existing::Refuse);
        write(&straying, &path("two.jsonl"), 12, 2, Existing::Refuse);
        assert!(std::fs::read(path("one.jsonl")).unwrap() == std::fs::read(path("two.jsonl")).unwrap());
        let read = |name: &str| {
            let mut games = std::collections::BTreeMap::new();
            crate::lines::for_each(&path(name), |game, run| {
                games.insert(run.unwrap().slot, game);
                Ok(())
            })
            .unwrap();
            games
        };
        let (plain_games, mut common, mut late) = (read("plain.jsonl"), 0, 0);
        for (number, game) in read("one.jsonl") {
            let drawn = strays.drawn(straying.seed_of(number));
            for (ply, thought) in game.thoughts.iter().enumerate() {
                let is_thought = ply >= 2 && !drawn.has(ply);
                assert_eq!(thought.nodes > 0 && thought.win_rate.is_some(), is_thought, "{number} {ply}");
                assert_eq!(*thought == Thought::default(), !is_thought, "{number} {ply}");
            }
            // A player without chance plays the same game up to the first stray.
            let first = (2..9).find(|&ply| drawn.has(ply));
            if let (Some(first), Some(plain)) = (first, plain_games.get(&number)) {
                assert_eq!(game.game.moves()[..first], plain.game.moves()[..first], "{number}");
                late += 1;
                common += u32::from(game.game.moves()[first] == plain.game.moves()[first]);
            }
        }
        assert!(late >= 6 && common <= 2, "{common} of {late} random moves are the player's own");
        assert!(straying.conditions().contains("\"strays\":\"1-3:9\""));
        assert!(!plain.conditions().contains("strays") && !plain.conditions().contains("until"));
    }

    #[test]
    fn proven_games_end_when_they_are_asked_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let whole = of("alphabeta:depth=1@nodes=50", "random:1-4");
        let proven = SelfPlay { until: Until::Proven, ..whole.clone() };
        write(&whole, &path("whole.jsonl"), 6, 2, Existing::Refuse);
        write(&proven, &path("proven.jsonl"), 6, 2, Existing::Refuse);
        let [whole, shorter] =
            ["whole.jsonl", "proven.jsonl"].map(|name| crate::collection::read(&path(name)).unwrap());
        assert!(shorter.iter().any(|game| game.ending == store::Ending::Adjudication));
        let plies = |games: &[NewGame]| -> usize { games.iter().map(|game| game.game.moves().len()).sum() };
        assert!(plies(&shorter) < plies(&whole));
        assert!(proven.conditions().contains("\"until\":\"proven\""));
    }

    #[test]
    fn a_player_without_other_games_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let brake = Brake::new();
        let crew = Crew { threads: 2, brake: &brake };
        let path = folder.path().join("games.jsonl");
        let mut selfplay = of("alphabeta:depth=1", "start");
        selfplay.start = board("4x4");
        let error = selfplay.write(&path, 3, Existing::Refuse, &crew, |_| {}).unwrap_err();
        assert!(matches!(error, LabError::NoMoreGames { kept: 1, copies: FRUITLESS }), "{error}");
        assert_eq!(crate::collection::read(&path).unwrap().len(), 1, "what was made stays");
    }
}
