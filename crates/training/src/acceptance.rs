//! The thesis's acceptance test: which games without a result can be taken as decided.
//!
//! A game without a result is played out from its last position. The simple player takes the favourite's side, the good
//! player the other, and the game is accepted only if the favourite wins: a position that even a weak player wins against a
//! strong one is decided. The favourite is the side that Lieberum's evaluation prefers; at value 0 it is the side to move.
//!
//! The plies that were played out decide the winner and are not kept: a collection holds the moves of its own games only.

use std::path::Path;
use std::time::Duration;

use agents::{Agent, AgentSpec};
use amazons::{AnyPosition, Board, ByColor, Color, Position, Visitor};
use arena::{Adjudication, GameRules, PlayedGame, TimeControl, mix, play};
use eval::{Eval, Evaluation};
use serde_json::json;
use store::{Ending, GameRecord};
use thought::{Control, Limits};

use crate::error::TrainingError;
use crate::json_lines::{Existing, GameFile};
use crate::thread_pool::{Flow, ThreadPool};

/// The kind of such a run in a file or store.
pub const ACCEPTANCE: &str = "acceptance";

/// The two players of the test.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// The simple player, for the favourite.
    pub simple: AgentSpec,
    /// The good player, for the other side.
    pub good: AgentSpec,
    /// The good player's limits per move.
    pub limits: Limits,
    /// The seed of both players.
    pub seed: u64,
}

/// The result of the test for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The game had a result.
    Finished,
    /// The favourite won.
    Accepted(PlayOut),
    /// The favourite lost.
    Rejected(PlayOut),
}

/// How a game was played out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayOut {
    /// The side of the simple player.
    pub favourite: Color,
    /// The number of plies played out.
    pub plies: usize,
}

impl Judgement {
    /// Whether the game is kept.
    #[must_use]
    pub fn is_kept(self) -> bool {
        !matches!(self, Self::Rejected(_))
    }
}

/// The numbers of games of a collection by their results in the test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AcceptanceTally {
    /// Games that had a result.
    pub finished: u64,
    /// Games without a result that were accepted.
    pub accepted: u64,
    /// Games without a result that were rejected.
    pub rejected: u64,
}

impl AcceptanceTally {
    /// Counts a game.
    pub fn add(&mut self, judgement: Judgement) {
        *match judgement {
            Judgement::Finished => &mut self.finished,
            Judgement::Accepted(_) => &mut self.accepted,
            Judgement::Rejected(_) => &mut self.rejected,
        } += 1;
    }

    /// The number of games that are kept.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.finished + self.accepted
    }
}

/// The two players of a thread.
pub struct AcceptancePlayers {
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

    /// Everything that a judgement depends on besides the game.
    #[must_use]
    pub fn conditions(&self) -> serde_json::Value {
        json!({
            "program": env!("CARGO_PKG_VERSION"),
            "simple": self.simple.to_string(),
            "good": self.good.to_string(),
            "pace": TimeControl::per_move(self.limits).to_string(),
            "seed": self.seed,
        })
    }

    /// New agents of both players.
    #[must_use]
    pub fn players(&self) -> AcceptancePlayers {
        AcceptancePlayers { simple: self.simple.agent(), good: self.good.agent() }
    }

    /// Plays out a game without a result; `None` when the control stopped it.
    pub fn play_out(
        &self,
        number: u64,
        game: &GameRecord,
        players: &mut AcceptancePlayers,
        control: &Control,
    ) -> Option<PlayedGame> {
        let favourite = favourite(game);
        let seed = mix(self.seed, number);
        players.simple.new_game(seed);
        players.good.new_game(seed ^ 1);
        let of = |simple, good| if favourite == Color::White { (simple, good) } else { (good, simple) };
        let (white, black) = of(TimeControl::default(), TimeControl::per_move(self.limits));
        let time_controls = ByColor { white, black };
        let agents: ByColor<&mut dyn Agent> =
            ByColor { white: players.simple.as_mut(), black: players.good.as_mut() };
        let agents = if favourite == Color::White { agents } else { agents.swapped() };
        let rules = GameRules { time_margin: Duration::from_secs(10), adjudication: Adjudication::Never };
        play(&game.game, agents, &time_controls, rules, control)
    }

    /// Judges a game; `None` when the control stopped it.
    pub fn judge(
        &self,
        number: u64,
        game: &GameRecord,
        players: &mut AcceptancePlayers,
        control: &Control,
    ) -> Option<Judgement> {
        if game.winner.is_some() {
            return Some(Judgement::Finished);
        }
        let played = self.play_out(number, game, players, control)?;
        Some(judgement(game, played.winner, played.game.moves().len()))
    }

    /// A kept game as it is written: its own moves, and the result of the test where it had none.
    #[must_use]
    pub fn decided(&self, game: GameRecord, judgement: Judgement) -> GameRecord {
        let Judgement::Accepted(play_out) = judgement else { return game };
        let detail = format!(
            "acceptance test: {} won for {} against {} ({}) after {} more plies",
            self.simple,
            play_out.favourite.name(),
            self.good,
            TimeControl::per_move(self.limits),
            play_out.plies
        );
        // The SGF record would contradict the new result.
        GameRecord {
            winner: Some(play_out.favourite),
            ending: Ending::Adjudication,
            detail,
            sgf: None,
            ..game
        }
    }

    /// Judges the games of a collection and appends the kept ones to a file of JSON lines, if one is given; reports the
    /// tally after each game.
    ///
    /// # Errors
    /// When the file cannot be written or has other conditions, or the pool is stopped. Written games are kept.
    pub fn write(
        &self,
        games: &[GameRecord],
        file: Option<(&Path, Existing)>,
        pool: &ThreadPool<'_>,
        mut report: impl FnMut(&AcceptanceTally),
    ) -> Result<AcceptanceTally, TrainingError> {
        let mut conditions = self.conditions();
        conditions["collection"] = json!(format!("{:016x}", digest_of_games(games)));
        let mut tally = AcceptanceTally::default();
        let mut next = 0;
        let mut file = match file {
            None => None,
            Some((path, existing)) => {
                let file =
                    GameFile::open(path, existing, ACCEPTANCE, conditions.to_string(), |number, _, _| {
                        // The missing numbers are those of rejected games.
                        tally.rejected += number - next;
                        let had_result = games.get(number as usize).is_some_and(|game| game.winner.is_some());
                        *if had_result { &mut tally.finished } else { &mut tally.accepted } += 1;
                        next = number + 1;
                    })?;
                Some(file)
            }
        };
        report(&tally);
        let mut failure = None;
        let work = |players: &mut AcceptancePlayers, number: u64| {
            self.judge(number, &games[number as usize], players, pool.stop.control())
        };
        pool.run_in_order(
            next..games.len() as u64,
            || self.players(),
            work,
            |number, judgement| {
                tally.add(judgement);
                if let Some(file) = file.as_mut().filter(|_| judgement.is_kept()) {
                    let game = self.decided(games[number as usize].clone(), judgement);
                    if let Err(error) = file.write(number, mix(self.seed, number) >> 1, &game) {
                        failure = Some(error);
                        return Flow::Stop;
                    }
                }
                report(&tally);
                Flow::Continue
            },
        );
        file.map_or(Ok(()), GameFile::finish)?;
        match failure {
            Some(error) => Err(error),
            None if tally.kept() + tally.rejected < games.len() as u64 => Err(TrainingError::Stopped),
            None => Ok(tally),
        }
    }
}

/// The judgement of a game that was played out to a number of plies.
#[must_use]
pub fn judgement(game: &GameRecord, winner: Color, plies: usize) -> Judgement {
    let favourite = favourite(game);
    let play_out = PlayOut { favourite, plies: plies - game.game.moves().len() };
    if winner == favourite { Judgement::Accepted(play_out) } else { Judgement::Rejected(play_out) }
}

/// A digest of the moves and results of all games of a collection.
#[must_use]
pub fn digest_of_games(games: &[GameRecord]) -> u64 {
    let digest = |hash: u64, game: &GameRecord| {
        let moves = game.game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let start = game.game.start().key();
        store::digest(format!("{hash} {start} {moves} {:?}", game.winner).as_bytes())
    };
    games.iter().fold(0, digest)
}

/// The side that Lieberum's evaluation prefers in the last position of a game.
#[must_use]
pub fn favourite(game: &GameRecord) -> Color {
    let position = game.game.position();
    let eval: Eval = "lieberum".parse().expect("an evaluation of the catalogue");
    if evaluate(&eval, position) >= 0.0 { position.turn() } else { !position.turn() }
}

/// The value of a position to the side to move.
#[must_use]
pub fn evaluate(eval: &Eval, position: &AnyPosition) -> f64 {
    position.visit(Evaluate { eval })
}

struct Evaluate<'a> {
    eval: &'a Eval,
}

impl Visitor for Evaluate<'_> {
    type Output = f64;

    fn visit<B: Board>(self, position: &Position<B>) -> f64 {
        self.eval.value(position)
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Game, Setup};
    use arena::StopSignal;
    use store::Source;

    use super::*;

    fn game(fen: &str) -> GameRecord {
        let start = AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap();
        let players = ByColor { white: "a".to_owned(), black: "b".to_owned() };
        GameRecord { played_at: None, ..GameRecord::new(players, Game::new(start), Source::Import) }
    }

    /// White has areas of 8 and 4 squares, Black one of 3: White wins with either side to move.
    const WON: &str = "Q4*/4**/**q3/****2/3*Q1/***3 w";

    #[test]
    fn the_simple_player_plays_the_favourite() {
        let acceptance = Acceptance::new(Limits::nodes(50), 1);
        let mut players = acceptance.players();
        for (turn, other) in [("w", "b"), ("b", "w")] {
            let won = game(&WON.replace(" w", &format!(" {turn}")));
            assert_eq!(favourite(&won), Color::White, "{turn} to move, not {other}");
        }
        let won = game(WON);
        let played = acceptance.play_out(0, &won, &mut players, &Control::new()).unwrap();
        let judged = acceptance.judge(0, &won, &mut players, &Control::new()).unwrap();
        assert_eq!(judged, judgement(&won, played.winner, played.game.moves().len()));
        let kept = acceptance.decided(won.clone(), judged);
        assert!(judged.is_kept(), "{judged:?}");
        assert_eq!((kept.winner, kept.ending), (Some(Color::White), Ending::Adjudication));
        assert_eq!(kept.game, won.game, "the plies played out are not kept");
        assert!(kept.detail.contains("won for white against deepening"), "{}", kept.detail);
        // Only the good player has limits, and it does not play the favourite.
        let nodes: Vec<u64> = played.thoughts.iter().map(|thought| thought.nodes).collect();
        assert!(
            nodes.iter().skip(1).step_by(2).all(|&nodes| nodes <= 60),
            "Black is the good player: {nodes:?}"
        );
    }

    #[test]
    fn the_favourite_has_to_win() {
        let won = game(WON);
        let play_out = PlayOut { favourite: Color::White, plies: 7 };
        assert_eq!(judgement(&won, Color::White, 7), Judgement::Accepted(play_out));
        assert_eq!(judgement(&won, Color::Black, 7), Judgement::Rejected(play_out));
        assert!(!Judgement::Rejected(play_out).is_kept());
        let mut tally = AcceptanceTally::default();
        for judgement in [Judgement::Finished, Judgement::Accepted(play_out), Judgement::Rejected(play_out)] {
            tally.add(judgement);
        }
        assert_eq!(tally, AcceptanceTally { finished: 1, accepted: 1, rejected: 1 });
        assert_eq!(tally.kept(), 2);
    }

    #[test]
    fn a_resumed_file_is_the_same_as_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, halves) = (folder.path().join("whole.jsonl"), folder.path().join("halves.jsonl"));
        let games = collection();
        let acceptance = Acceptance::new(Limits::nodes(30), 1);
        let stop = StopSignal::new();
        let write = |path: &Path, threads, existing| {
            acceptance
                .write(&games, Some((path, existing)), &ThreadPool { threads, stop: &stop }, |_| {})
                .unwrap()
        };
        let tally = write(&whole, 1, Existing::Refuse);
        let all = std::fs::read_to_string(&whole).unwrap();
        assert_eq!(tally.kept(), all.lines().count() as u64);
        assert_eq!(tally.kept() + tally.rejected, games.len() as u64);
        assert!(tally.finished > 0 && tally.accepted > 0 && tally.rejected > 0, "{tally:?}");
        let first = all.find('\n').unwrap() + 1;
        std::fs::write(&halves, &all[..first + 20]).unwrap();
        assert_eq!(write(&halves, 2, Existing::Resume), tally);
        assert!(std::fs::read_to_string(&halves).unwrap() == all);
        let kept = crate::collection::read_games(&whole).unwrap();
        assert!(kept.iter().all(|game| game.winner.is_some()));
    }

    /// Games of self-play on 6x6 of which two thirds are broken off, some of them early.
    fn collection() -> Vec<GameRecord> {
        let start = amazons::Start::of("6x6".parse().unwrap()).unwrap();
        let selfplay = crate::selfplay::SelfPlay {
            player: "random".parse().unwrap(),
            start: AnyPosition::from_setup(&start.setup()).unwrap(),
            variety: "start".parse().unwrap(),
            strays: None,
            adjudication: Adjudication::Never,
            seed: 4,
        };
        let mut player = arena::GamePlayer::new(selfplay.plan().into());
        let control = Control::new();
        let mut games: Vec<GameRecord> = (0..18)
            .map(|number| player.play(&selfplay.planned(number).unwrap(), &control).unwrap().unwrap().record)
            .collect();
        for (number, game) in games.iter_mut().enumerate().filter(|(number, _)| number % 3 > 0) {
            crate::collection::break_off(game, if number % 3 == 1 { 4 } else { 12 });
        }
        games
    }
}
