//! One game between two agents, to its end, however that comes.

use std::time::{Duration, Instant};

use agents::{Agent, AgentError, Task};
use amazons::notation::MoveNotation;
use amazons::{Board, ByColor, Color, Game, Position, Visitor};
use solver::Solver;
use store::{Ending, Thought};
use thought::{Control, Decision, Silent};

use crate::pace::{Clocks, Pace};

/// How games are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How much later than its limit a move may come before the game is lost by it.
    pub margin: Duration,
    /// When a game is over.
    pub until: Until,
}

/// When a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When somebody cannot move.
    NoMoves,
    /// When the areas are separate and it is proven who runs out of moves first.
    Proven,
}

impl Rules {
    /// A tenth of a second passes on a busy machine without anybody thinking; games are played out.
    pub const DEFAULT: Self = Self { margin: Duration::from_millis(100), until: Until::NoMoves };
}

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The opening and the moves.
    pub game: Game,
    /// Who won.
    pub winner: Color,
    /// How.
    pub ending: Ending,
    /// More about the end, where there is more to say.
    pub detail: String,
    /// What was thought before every ply; nothing before those of the opening.
    pub thoughts: Vec<Thought>,
    /// What was said to and by a program that failed.
    pub transcript: Option<String>,
}

/// How a side's turn went.
enum Turn {
    Moved(Decision),
    Lost(Ending, String),
}

/// Plays a game on from an opening. `None` where the control stopped it: it is neither won nor lost.
pub fn play(
    opening: &Game,
    mut agents: ByColor<&mut dyn Agent>,
    paces: &ByColor<Pace>,
    rules: Rules,
    control: &Control,
) -> Option<Played> {
    let mut game = opening.clone();
    agents.white.prepare(game.position());
    agents.black.prepare(game.position());
    let mut thoughts = vec![Thought::default(); game.moves().len()];
    let mut clocks = Clocks::new(paces);
    let (winner, ending, detail) = loop {
        let side = game.position().turn();
        if let Some(outcome) = game.outcome() {
            break (outcome.winner, Ending::NoMoves, String::new());
        }
        if rules.until == Until::Proven
            && let Some(winner) = game.position().visit(ProvenWinner)
        {
            break (winner, Ending::Adjudication, "the areas are separate and counted".to_owned());
        }
        let asked = Instant::now();
        let answer = agents[side]
            .decide(&game, Task::new(&clocks.limits(&paces[side]), &control.clone(), &mut Silent));
        let taken = asked.elapsed();
        if control.is_stopped() {
            return None;
        }
        let longest = paces[side].longest(clocks.left[side]);
        match judge(&game, answer, taken, longest.map(|longest| longest + rules.margin)) {
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
    Some(Played { game, winner, ending, detail, thoughts, transcript })
}

/// Who wins a position whose areas are separate, if counting them proves it.
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

/// The bytes that counting may take: areas are small once they are separate.
const TABLE: usize = 1 << 18;

/// Says what an answer that took so long is worth.
fn judge(
    game: &Game,
    answer: Result<Decision, AgentError>,
    taken: Duration,
    longest: Option<Duration>,
) -> Turn {
    let seconds = taken.as_secs_f64();
    match (answer, longest) {
        // Who crashed late has crashed.
        (Ok(_) | Err(AgentError::Resigned | AgentError::Illegal(_)), Some(longest)) if taken > longest => {
            let allowed = longest.as_secs_f64();
            Turn::Lost(
                Ending::TimeForfeit,
                format!("answered after {seconds:.3} s where {allowed:.3} s were allowed"),
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
                AgentError::Crashed(_) | AgentError::GameOver | AgentError::RootMoves(_) => Ending::Crash,
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

    /// Does as it is told, once its turn has come so many times; before that it plays the first legal move.
    struct Scripted {
        turns: u32,
        then: Result<Move, AgentError>,
        wait: Duration,
    }

    impl Agent for Scripted {
        fn name(&self) -> &str {
            "scripted"
        }

        fn new_game(&mut self, _seed: u64) {}

        fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
            let _: ControlFlow<()> = task.observer.report(&Report::default());
            if self.turns == 0 {
                std::thread::sleep(self.wait);
                return self.then.clone().map(|mv| Decision { mv, report: Report::default() });
            }
            self.turns -= 1;
            Ok(Decision { mv: game.position().legal_moves()[0], report: Report::default() })
        }

        fn transcript(&self) -> Option<String> {
            Some("what was said".to_owned())
        }
    }

    fn against_random(black: &mut Scripted, pace: &str) -> Played {
        let mut white = "random".parse::<AgentSpec>().unwrap().agent();
        white.new_game(1);
        let agents: ByColor<&mut dyn Agent> = ByColor { white: white.as_mut(), black };
        let paces = ByColor { white: Pace::default(), black: pace.parse().unwrap() };
        let rules = Rules { margin: Duration::ZERO, ..Rules::DEFAULT };
        play(&Game::default(), agents, &paces, rules, &Control::new()).unwrap()
    }

    #[test]
    fn every_way_to_lose_has_its_name() {
        let illegal: Move = "a1-a1/a1".parse().unwrap_or_else(|_| "d1-d7/g7".parse().unwrap());
        let cases = [
            (Err(AgentError::Resigned), Ending::Resignation),
            (Err(AgentError::Illegal("x".to_owned())), Ending::IllegalMove),
            (Err(AgentError::Crashed("gone".to_owned())), Ending::Crash),
            (Err(AgentError::Stalled("waiting".to_owned())), Ending::Stall),
            (Ok(illegal), Ending::IllegalMove),
        ];
        for (then, ending) in cases {
            let mut black = Scripted { turns: 2, then: then.clone(), wait: Duration::ZERO };
            let played = against_random(&mut black, "nodes=1");
            assert_eq!((played.winner, played.ending), (Color::White, ending), "{then:?}");
            assert_eq!(played.game.moves().len(), 5);
            assert_eq!(played.thoughts.len(), 5);
            assert_eq!(played.transcript.is_some(), ending != Ending::Resignation);
            assert!(!played.detail.is_empty());
        }
    }

    /// The winner where both sides play the solver's moves to the end.
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
    fn only_what_is_proven_is_adjudicated() {
        let play_until = |until, seed| {
            let mut players = [seed, seed + 1].map(|seed| {
                let mut agent = "greedy".parse::<AgentSpec>().unwrap().agent();
                agent.new_game(seed);
                agent
            });
            let [white, black] = &mut players;
            let opening = crate::opening::random_game(Game::default().start(), 6, seed).unwrap();
            let agents: ByColor<&mut dyn Agent> = ByColor { white: white.as_mut(), black: black.as_mut() };
            let rules = Rules { until, ..Rules::DEFAULT };
            play(&opening, agents, &ByColor::default(), rules, &Control::new()).unwrap()
        };
        let mut adjudicated = 0;
        for seed in 0..12 {
            let (short, long) = (play_until(Until::Proven, seed), play_until(Until::NoMoves, seed));
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
    fn who_answers_late_loses_whatever_the_answer() {
        let wait = Duration::from_millis(2);
        for (pace, is_late) in [("1ms", true), ("1ms+0ms", true), ("nodes=1", false)] {
            let mut black = Scripted { turns: 0, then: Err(AgentError::Resigned), wait };
            let played = against_random(&mut black, pace);
            assert_eq!(played.ending == Ending::TimeForfeit, is_late, "{pace}");
        }
        let mut black = Scripted { turns: 0, then: Err(AgentError::Crashed("gone".to_owned())), wait };
        assert_eq!(against_random(&mut black, "1ms").ending, Ending::Crash);
    }

    #[test]
    fn a_game_goes_on_from_its_opening_to_the_last_move() {
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
            play(&opening, agents, &ByColor::default(), Rules::DEFAULT, control)
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
