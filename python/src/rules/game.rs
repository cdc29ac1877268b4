//! `Game`: a start, the moves played from it, and the words that files keep beside them.

use amazons::notation::{MoveLine, sgf};
use amazons::{ByColor, Color, Game, Record, RecordResult};
use otrera_python_macros::catch_panics;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::arguments::{ColorArg, MoveArg, NotationArg, color_named, wrong_type};
use super::mv::PyMove;
use super::position::PyPosition;
use crate::error::raised;

/// A game: a start and the moves played from it, with the names, the result and the comments that files keep.
///
/// >>> from otrera import Game
/// >>> game = Game()
/// >>> game.push("d1-d7/g7")
/// >>> len(game), game.position.turn
/// (1, 'black')
/// >>> str(game.pop())
/// 'd1-d7/g7'
///
/// An SGF file may have variations and properties that Otrera does not know: a `Game` keeps the main line.
#[pyclass(name = "Game", module = "otrera", eq)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PyGame {
    pub(crate) game: Game,
    players: ByColor<Option<String>>,
    event: Option<String>,
    date: Option<String>,
    /// Who won and how, where the moves do not say it: by resignation, on time.
    result: Option<RecordResult>,
    /// The comment on the start and on the position after each move: one more than there are moves.
    comments: Vec<Option<String>>,
}

impl PyGame {
    /// The game with no names and no comments.
    pub(crate) fn new(game: Game) -> Self {
        let comments = vec![None; game.moves().len() + 1];
        Self { game, players: ByColor::default(), event: None, date: None, result: None, comments }
    }

    /// The main line of a record.
    pub(crate) fn from_record(record: &Record) -> Self {
        let mut game = Self::new(record.to_game());
        game.players = record.players.clone();
        game.event = record.event.clone();
        game.date = record.date.clone();
        let by_rules = game.game.outcome().map(|outcome| outcome.winner);
        let says_more = |result: &&RecordResult| Some(result.winner) != by_rules || !result.how.is_empty();
        game.result = record.result.as_ref().filter(says_more).cloned();
        let mut ply = 0;
        for node in record.main_line() {
            ply += usize::from(node.mv().is_some());
            let Some(comment) = &node.comment else { continue };
            // A node without a move comments on the position before it.
            match &mut game.comments[ply] {
                Some(words) => {
                    words.push_str("\n\n");
                    words.push_str(comment);
                }
                none => *none = Some(comment.clone()),
            }
        }
        game
    }

    /// The game as files keep it.
    pub(crate) fn to_record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        record.players = self.players.clone();
        record.event = self.event.clone();
        record.date = self.date.clone();
        if self.result.is_some() {
            record.result = self.result.clone();
        }
        let mut id = Record::ROOT;
        for comment in &self.comments {
            record.node_mut(id).comment = comment.clone();
            let Some(&child) = record.node(id).children().first() else { break };
            id = child;
        }
        record
    }

    /// The place of a ply's comment; negative plies count from the end.
    fn place(&self, ply: isize) -> PyResult<usize> {
        let count = self.comments.len();
        let at = if ply < 0 { ply.checked_add_unsigned(count) } else { Some(ply) };
        at.and_then(|at| usize::try_from(at).ok())
            .filter(|&at| at < count)
            .ok_or_else(|| PyIndexError::new_err(format!("the game has plies 0 to {}, not {ply}", count - 1)))
    }
}

#[catch_panics]
#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (start=None, moves=None))]
    fn create(start: Option<&Bound<'_, PyPosition>>, moves: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut game = start.map_or_else(Game::default, |start| Game::new(start.get().0));
        if let Some(moves) = moves {
            for mv in moves.try_iter()? {
                game.play(mv?.extract::<MoveArg>()?.0).map_err(raised)?;
            }
        }
        Ok(Self::new(game))
    }

    /// Reads the main line of the first game of an SGF text, or of the game with a number, counted from 0.
    #[staticmethod]
    #[pyo3(signature = (text, *, number=0))]
    pub(crate) fn from_sgf(py: Python<'_>, text: &Bound<'_, PyAny>, number: usize) -> PyResult<Self> {
        let games = Self::all_from_sgf(py, text)?;
        let count = games.len();
        games.into_iter().nth(number).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "the text has {count} games, counted from 0: there is no number {number}"
            ))
        })
    }

    /// Reads the main line of every game of an SGF text, given as `str` or `bytes`.
    #[staticmethod]
    fn all_from_sgf(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let records = if let Ok(text) = text.cast::<PyString>() {
            let text = text.to_cow()?;
            py.detach(|| sgf::from_text(&text)).map_err(raised)?
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            py.detach(|| sgf::from_bytes(bytes)).map_err(raised)?
        } else {
            return Err(wrong_type(text, "the text of an SGF file as str or bytes"));
        };
        Ok(records.iter().map(Self::from_record).collect())
    }

    /// Reads one game as a line of moves: `"d1-d7/g7 d10-d8/j2"`, `"fen ... moves ..."`.
    #[staticmethod]
    fn from_text(line: &str) -> PyResult<Self> {
        let mut games = Self::all_from_text(line)?;
        match (games.pop(), games.len()) {
            (Some(game), 0) => Ok(game),
            (None, _) => Ok(Self::new(Game::default())),
            (Some(_), more) => Err(raised(format!(
                "expected one line of moves, found {}: read them with all_from_text",
                more + 1
            ))),
        }
    }

    /// Reads every line of a text as a game; empty lines and lines that begin with `#` are comments.
    #[staticmethod]
    fn all_from_text(text: &str) -> PyResult<Vec<Self>> {
        let games = Game::from_lines(text).map_err(raised)?;
        Ok(games.into_iter().map(Self::new).collect())
    }

    /// The game as the text of an SGF file.
    fn to_sgf(&self) -> String {
        sgf::to_text(&self.to_record())
    }

    /// The game as a line of moves, which `from_text` reads. Names and comments cannot be written so.
    #[pyo3(signature = (notation=None))]
    fn to_text(&self, notation: Option<NotationArg>) -> String {
        let notation = notation.map(|notation| notation.0).unwrap_or_default();
        MoveLine { game: &self.game, notation }.to_string()
    }

    /// Plays a move.
    #[pyo3(signature = (r#move, /))]
    fn push(&mut self, r#move: MoveArg) -> PyResult<()> {
        self.game.play(r#move.0).map_err(raised)?;
        self.comments.push(None);
        // A result of the file is of the game as the file had it.
        self.result = None;
        Ok(())
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<PyMove> {
        let mv =
            self.game.undo().ok_or_else(|| PyIndexError::new_err("the game has no move to take back"))?;
        self.comments.pop();
        self.result = None;
        Ok(PyMove(mv))
    }

    /// Where the game began.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition(*self.game.start())
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        self.game.moves().iter().copied().map(PyMove).collect()
    }

    /// The position now.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(*self.game.position())
    }

    /// The start and the position after each move: one more than there are moves.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.game.positions().copied().map(PyPosition).collect()
    }

    /// Who has won by the rules, `"white"` or `"black"`; None while the side to move can move.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.game.outcome().map(|outcome| outcome.winner.name())
    }

    /// Who has won, by the rules or by what the file says; None where neither says it.
    #[getter]
    fn winner(&self) -> PyResult<Option<&'static str>> {
        Ok(self.outcome()?.or_else(|| self.result.as_ref().map(|result| result.winner.name())))
    }

    /// How a game ended that did not end by the rules, as SGF says it: `"R"` by resignation, `"T"` on time; else None.
    #[getter]
    fn won_by(&self) -> Option<String> {
        self.result.as_ref().map(|result| result.how.clone()).filter(|how| !how.is_empty())
    }

    /// Sets the result of a game that does not end by the rules.
    #[pyo3(signature = (winner, how=""))]
    fn set_result(&mut self, winner: Option<ColorArg>, how: &str) -> PyResult<()> {
        if let (Some(outcome), Some(ColorArg(winner))) = (self.game.outcome(), winner)
            && outcome.winner != winner
        {
            return Err(PyValueError::new_err(format!(
                "the game is over by the rules and {} has won it",
                outcome.winner
            )));
        }
        self.result = winner.map(|ColorArg(winner)| RecordResult { winner, how: how.to_owned() });
        Ok(())
    }

    /// White's name.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.players[Color::White].as_deref()
    }

    #[setter]
    fn set_white(&mut self, name: Option<String>) {
        self.players[Color::White] = name;
    }

    /// Black's name.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.players[Color::Black].as_deref()
    }

    #[setter]
    fn set_black(&mut self, name: Option<String>) {
        self.players[Color::Black] = name;
    }

    /// The event or tournament.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }

    #[setter]
    fn set_event(&mut self, event: Option<String>) {
        self.event = event;
    }

    /// When it was played, as SGF writes it: `"2026-11-15"`.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }

    #[setter]
    fn set_date(&mut self, date: Option<String>) {
        self.date = date;
    }

    /// The comment on the position after some plies, 0 for the start; None where there is none.
    fn comment(&self, ply: isize) -> PyResult<Option<&str>> {
        Ok(self.comments[self.place(ply)?].as_deref())
    }

    /// Sets or removes the comment on the position after some plies.
    fn set_comment(&mut self, ply: isize, comment: Option<String>) -> PyResult<()> {
        let at = self.place(ply)?;
        self.comments[at] = comment.filter(|words| !words.is_empty());
        Ok(())
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.game.moves().len()
    }

    fn __str__(&self) -> PyResult<String> {
        self.to_text(None)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.game.moves().iter().map(|mv| format!("'{mv}'")).collect();
        let start = self.game.start().to_setup().to_fen();
        format!("Game(Position('{start}'), [{}])", moves.join(", "))
    }

    fn _repr_svg_(&self) -> String {
        super::svg::draw(self.game.position(), self.game.moves().last().copied(), super::svg::WIDTH)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Reduced> {
        let game = slf.try_borrow()?;
        let words = GameWords {
            players: (game.players.white.clone(), game.players.black.clone()),
            occasion: (game.event.clone(), game.date.clone()),
            result: game.result.as_ref().map(|result| (result.winner.name().to_owned(), result.how.clone())),
            comments: game.comments.clone(),
        };
        Ok((slf.get_type().into_any().unbind(), (game.start()?, game.moves()?), words))
    }

    fn __setstate__(&mut self, words: GameWords) -> PyResult<()> {
        if words.comments.len() != self.comments.len() {
            return Err(raised("the pickled game has another number of comments than of plies"));
        }
        (self.players.white, self.players.black) = words.players;
        (self.event, self.date) = words.occasion;
        self.comments = words.comments;
        self.result = match words.result {
            None => None,
            Some((winner, how)) => Some(RecordResult { winner: color_named(&winner)?, how }),
        };
        Ok(())
    }
}

/// What a game is pickled as: the class, its arguments and its words.
type Reduced = (Py<PyAny>, (PyPosition, Vec<PyMove>), GameWords);

/// All of a game but its moves, as it is pickled.
#[derive(FromPyObject, IntoPyObject)]
struct GameWords {
    #[pyo3(item)]
    players: (Option<String>, Option<String>),
    #[pyo3(item)]
    occasion: (Option<String>, Option<String>),
    #[pyo3(item)]
    result: Option<(String, String)>,
    #[pyo3(item)]
    comments: Vec<Option<String>>,
}
