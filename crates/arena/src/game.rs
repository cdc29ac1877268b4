//! Plays one game between two agents to its end.

use std::time::{Duration, Instant};

use agents::{Agent, AgentError, Task};
use amazons::notation::MoveNotation;
use amazons::{Board, ByColor, Color, Game, Position, Visitor};
use solver::Solver;
use store::{Ending, Thought};
use thought::{Control, Decision, Silent};

use crate::time_control::{RunningClocks, TimeControl};

/// The rules of a game besides those of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// How much later than its limit a move may come before the game is lost on time.
    pub time_margin: Duration,
    /// Whether a game may end before a side has no move.
    pub adjudication: Adjudication,
}

/// Whether a game may end before a side has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    /// Games are played out.
    Never,
    /// A game ends when the areas are separate and counting proves the winner.
    Proven,
}

impl GameRules {
    /// A margin of a tenth of a second for a busy machine; games are played out.
    pub const DEFAULT: Self =
        Self { time_margin: Duration::from_millis(100), adjudication: Adjudication::Never };
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The opening and the moves.
    pub game: Game,
    /// The winner.
    pub winner: Color,
    /// How it ended.
    pub ending: Ending,
    /// Details of the ending, or empty.
    pub detail: String,
    /// The search result before every ply; empty for the opening.
    pub thoughts: Vec<Thought>,
    /// The dialogue with a program that failed.
    pub transcript: Option<String>,
}

/// The result of a side's turn.
enum Turn {
    Moved(Decision),
    Lost(Ending, String),
}

/// Plays a game from an opening. `None` when the control stopped it.
pub fn play(
    opening: &Game,
    mut agents: ByColor<&mut dyn Agent>,
    time_controls: &ByColor<TimeControl>,
    rules: GameRules,
    control: &Control,
) -> Option<PlayedGame> {
    let mut game = opening.clone();
    agents.white.prepare(game.position());
    agents.black.prepare(game.position());
    let mut thoughts = vec![Thought::default(); game.moves().len()];
    let mut clocks = RunningClocks::new(time_controls);
    let (winner, ending, detail) = loop {
        let side = game.position().turn();
        if let Some(outcome) = game.outcome() {
            break (outcome.winner, Ending::NoMoves, String::new());
        }
        if rules.adjudication == Adjudication::Proven
            && let Some(winner) = game.position().visit(ProvenWinner)
        {
            break (winner, Ending::Adjudication, "the areas are separate and counted".to_owned());
        }
        let asked = Instant::now();
        let answer =
            agents[side].decide(&game, Task::new(&clocks.limits(&time_controls[side]), control, &mut Silent));
        let taken = asked.elapsed();
        if control.is_stopped() {
            return None;
        }
        let longest = time_controls[side].longest_move(clocks.left[side]);
        match judge(&game, answer, taken, longest.map(|longest| longest + rules.time_margin)) {
            Turn::Lost(ending, detail) => break (!side, ending, detail),
            Turn::Moved(decision) => {
                thoughts.push(Thought::of_report(&decision.report, game.position(), taken));
                game.play(decision.mv).expect("the move was judged legal");
                clocks.press(side, taken);
            }
        }
    };
    let has_failed =
        matches!(ending, Ending::Crash | Ending::Stall | Ending::IllegalMove | Ending::TimeForfeit);
    let transcript = if has_failed { agents[!winner].transcript() } else { None };
    Some(PlayedGame { game, winner, ending, detail, thoughts, transcript })
}

/// The winner of a position with separate areas, if counting proves it.
struct ProvenWinner;

impl Visitor for ProvenWinner {
    type Output = Option<Color>;

    fn visit<B: Board>(self, position: &Position<B>) -> Option<Color> {
        if !solver::is_separated(position) {
            return None;
        }
        let is_win = Solver::new(TABLE).bounds(position)?.is_win()?;
        Some(if is_win { position.turn() } else { !position.turn() })
    }
}

/// The solver's memory in bytes: separate areas are small.
const TABLE: usize = 1 << 18;

/// Judges an agent's answer that took some time: late, illegal, failed, or a move.
fn judge(
    game: &Game,
    answer: Result<Decision, AgentError>,
    taken: Duration,
    longest: Option<Duration>,
) -> Turn {
    let seconds = taken.as_secs_f64();
    match (answer, longest) {
        // A late crash is a crash.
        (Ok(_) | Err(AgentError::Resigned | AgentError::Illegal(_)), Some(longest)) if taken > longest => {
            let allowed = longest.as_secs_f64();
            Turn::Lost(
                Ending::TimeForfeit,
                format!("answered after {seconds:.3} s, {allowed:.3} s were allowed"),
            )
        }
        (Ok(decision), _) if !game.position().is_legal(decision.mv) => {
            let mv = decision.mv.written(MoveNotation::Print);
            Turn::Lost(Ending::IllegalMove, format!("answered {mv}, which is not legal"))
        }
        (Ok(decision), _) => Turn::Moved(decision),
        (Err(error), _) => {
            let ending = match &error {
                AgentError::Resigned => Ending::Resignation,
                AgentError::Illegal(_) => Ending::IllegalMove,
                AgentError::Stalled(_) => Ending::Stall,
                AgentError::Crashed(_)
                | AgentError::GameOver
                | AgentError::RootMoves(_)
                | AgentError::Board(_) => Ending::Crash,
            };
            Turn::Lost(ending, error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use agents::AgentSpec;
    use amazons::{AnyPosition, Board10x10, Move};
    use thought::{Counter, Limits, Report};

    use super::*;

    /// Plays the first legal move for a number of turns, then gives its answer.
    struct Scripted {
        turns: u32,
        answer: Result<Move, AgentError>,
    }

    impl Agent for Scripted {
        fn name(&self) -> &str {
            "scripted"
        }

        fn new_game(&mut self, _seed: u64) {}

        fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
            let _: ControlFlow<()> = task.observer.report(&Report::default());
            if self.turns == 0 {
                return self.answer.clone().map(decision);
            }
            self.turns -= 1;
            Ok(decision(game.position().legal_moves()[0]))
        }

        fn transcript(&self) -> Option<String> {
            Some("what was said".to_owned())
        }
    }

    fn decision(mv: Move) -> Decision {
        Decision { mv, report: Report::default() }
    }

    /// A move that is legal in no position: its amazon stays where it is.
    fn illegal_move() -> Move {
        let square = "a1".parse().unwrap();
        Move { from: square, to: square, arrow: square }
    }

    fn against_random(answer: Result<Move, AgentError>) -> PlayedGame {
        let mut white = "random".parse::<AgentSpec>().unwrap().agent();
        white.new_game(1);
        let mut black = Scripted { turns: 2, answer };
        let agents: ByColor<&mut dyn Agent> = ByColor { white: white.as_mut(), black: &mut black };
        play(&Game::default(), agents, &ByColor::default(), GameRules::DEFAULT, &Control::new()).unwrap()
    }

    #[test]
    fn every_failure_has_its_ending() {
        let cases = [
            (Err(AgentError::Resigned), Ending::Resignation),
            (Err(AgentError::Illegal("x".to_owned())), Ending::IllegalMove),
            (Err(AgentError::Crashed("gone".to_owned())), Ending::Crash),
            (Err(AgentError::Stalled("waiting".to_owned())), Ending::Stall),
            (Ok(illegal_move()), Ending::IllegalMove),
        ];
        for (answer, ending) in cases {
            let played = against_random(answer.clone());
            assert_eq!((played.winner, played.ending), (Color::White, ending), "{answer:?}");
            assert_eq!(played.game.moves().len(), 5);
            assert_eq!(played.thoughts.len(), 5);
            assert_eq!(played.transcript.is_some(), ending != Ending::Resignation);
            assert!(!played.detail.is_empty());
        }
    }

    /// The winner when both sides play the solver's moves to the end.
    fn played_out(mut position: Position<Board10x10>) -> Color {
        let mut solver = Solver::new(1 << 20);
        while position.has_move() {
            let mut counter = Counter::new(&Limits::nodes(100_000), &Control::new(), Instant::now(), 1_000);
            let mv = solver.solve(&position, &mut counter).unwrap().mv.unwrap();
            position = position.play(mv).unwrap();
        }
        !position.turn()
    }

    #[test]
    fn only_proven_games_are_adjudicated() {
        let play_with = |adjudication, seed| {
            let mut players = [seed, seed + 1].map(|seed| {
                let mut agent = "greedy".parse::<AgentSpec>().unwrap().agent();
                agent.new_game(seed);
                agent
            });
            let [white, black] = &mut players;
            let opening = crate::opening::random_game(Game::default().start(), 6, seed).unwrap();
            let agents: ByColor<&mut dyn Agent> = ByColor { white: white.as_mut(), black: black.as_mut() };
            let rules = GameRules { adjudication, ..GameRules::DEFAULT };
            play(&opening, agents, &ByColor::default(), rules, &Control::new()).unwrap()
        };
        let mut adjudicated = 0;
        for seed in 0..12 {
            let (short, long) = (play_with(Adjudication::Proven, seed), play_with(Adjudication::Never, seed));
            assert!(long.game.moves().starts_with(short.game.moves()));
            if short.ending == Ending::Adjudication {
                adjudicated += 1;
                assert!(short.game.moves().len() < long.game.moves().len());
                let AnyPosition::Ten(last) = short.game.position() else { unreachable!("a board of 10x10") };
                assert_eq!(played_out(*last), short.winner);
            }
        }
        assert!(adjudicated > 6, "{adjudicated} of 12");
    }

    #[test]
    fn a_late_answer_loses_unless_it_is_a_crash() {
        let game = Game::default();
        let legal = game.position().legal_moves()[0];
        let taken = Duration::from_millis(2);
        let ending = |answer: Result<Move, AgentError>, longest: Option<u64>| match judge(
            &game,
            answer.map(decision),
            taken,
            longest.map(Duration::from_millis),
        ) {
            Turn::Lost(ending, _) => Some(ending),
            Turn::Moved(_) => None,
        };
        let forfeit = Some(Ending::TimeForfeit);
        for answer in [Ok(legal), Ok(illegal_move()), Err(AgentError::Resigned)] {
            assert_eq!(ending(answer, Some(1)), forfeit);
        }
        assert_eq!([Some(2), Some(3), None].map(|longest| ending(Ok(legal), longest)), [None; 3]);
        assert_eq!(ending(Err(AgentError::Resigned), Some(2)), Some(Ending::Resignation));
        let crash = || Err(AgentError::Crashed("gone".to_owned()));
        assert_eq!([Some(1), None].map(|longest| ending(crash(), longest)), [Some(Ending::Crash); 2]);
    }

    #[test]
    fn a_game_continues_its_opening_to_the_last_move() {
        let mut opening = Game::default();
        opening.play("d1-d7/g7".parse().unwrap()).unwrap();
        let mut players = [1, 2].map(|seed| {
            let mut agent = "random".parse::<AgentSpec>().unwrap().agent();
            agent.new_game(seed);
            agent
        });
        let mut play_with = |control: &Control| {
            let [white, black] = &mut players;
            let agents: ByColor<&mut dyn Agent> = ByColor { white: white.as_mut(), black: black.as_mut() };
            play(&opening, agents, &ByColor::default(), GameRules::DEFAULT, control)
        };
        let played = play_with(&Control::new()).unwrap();
        assert_eq!(played.game.moves()[0], opening.moves()[0]);
        assert_eq!(played.ending, Ending::NoMoves);
        assert_eq!(played.game.outcome().unwrap().winner, played.winner);
        assert_eq!(played.thoughts.len(), played.game.moves().len());
        assert_eq!(played.thoughts[0], Thought::default());

        let control = Control::new();
        control.stop();
        assert_eq!(play_with(&control), None);
    }
}
