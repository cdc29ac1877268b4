//! `Position`: one position on a board of any size.

use std::hash::{DefaultHasher, Hash, Hasher};

use amazons::Board;
use amazons::notation::Glyphs;
use amazons::{
    AnyPosition, Color, Game, Piece, Position, RandomStart, Setup, Size, Square, StartSpec, StartSymmetry,
    Symmetry, Transform,
};
use eval::maps::Mover;
use numpy::PyArrayDyn;
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::Solver;

use super::arguments::{ColorArg, DrawArg, MoveArg, MoverArg, SideArg, SquareArg};
use super::arrays;
use super::game::PyGame;
use super::mv::PyMove;
use super::on_any;
use super::region::{PyRegion, names};
use super::svg;
use super::transform::PyTransform;
use crate::error::raised;
use crate::planes::Side;

/// A position of the Game of the Amazons. It does not change: `play` returns the next one.
///
/// Without arguments it is the start of the standard game. `board` is the start of a board, 10x10, 8x8, 6x6, 6x5, 5x6, 5x5,
/// 7x4, 6x4, 5x4, 4x7, 4x6, 4x5 or 4x4, or a random one such as `random:15x15,amazons=4,margin=1,seed=7`. With `delay=k` a
/// square that an amazon left stays blocked for k plies: the variant.
///
/// >>> from otrera import Position
/// >>> position = Position()
/// >>> position.count_moves()
/// 2176
/// >>> print(Position(board="4x4").play("b1-b3/c2"))
///  4  . B B .
///  3  B W . B
///  2  W . * W
///  1  . . W .
///     a b c d
/// Black to move, move 1
#[pyclass(name = "Position", module = "otrera", frozen)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PyPosition(pub(crate) AnyPosition);

impl PyPosition {
    /// Checks what a text said.
    pub(crate) fn from_setup(setup: &Setup) -> PyResult<Self> {
        AnyPosition::from_setup(setup).map(Self).map_err(raised)
    }

    /// A square, if the board has it.
    fn on_board(&self, square: SquareArg) -> PyResult<Square> {
        let (SquareArg(square), size) = (square, self.0.size());
        match size.contains(square) {
            true => Ok(square),
            false => Err(raised(format!("a board of {size} has no square {square}"))),
        }
    }
}

#[catch_panics]
#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (fen=None, *, board=None, delay=None))]
    fn new(fen: Option<&str>, board: Option<&str>, delay: Option<u8>) -> PyResult<Self> {
        let setup = match (fen, board, delay) {
            (Some(fen), None, None) => Setup::from_fen(fen).map_err(raised)?,
            (Some(_), _, _) => {
                return Err(raised("a FEN says all of a position: give neither board nor delay beside it"));
            }
            (None, board, delay) => {
                let spec: StartSpec = board.unwrap_or("10x10").parse().map_err(raised)?;
                let mut setup = spec.setup().map_err(raised)?;
                setup.delay = delay.unwrap_or(0);
                setup
            }
        };
        Self::from_setup(&setup)
    }

    /// A random start in which Black's amazons are the image of White's by half a turn (`"turn"`) or a mirror (`"mirror"`).
    #[staticmethod]
    #[pyo3(signature = (board="10x10", *, amazons=4, margin=1, symmetry="turn", seed=0, delay=0))]
    fn random(board: &str, amazons: u8, margin: u8, symmetry: &str, seed: u64, delay: u8) -> PyResult<Self> {
        let size: Size = board.parse().map_err(raised)?;
        let symmetry = match symmetry {
            "turn" => StartSymmetry::Turn,
            "mirror" => StartSymmetry::Mirror,
            other => {
                return Err(raised(format!("a start's symmetry is \"turn\" or \"mirror\", not {other:?}")));
            }
        };
        let mut setup = RandomStart { size, amazons, margin, symmetry, seed }.setup().map_err(raised)?;
        setup.delay = delay;
        Self::from_setup(&setup)
    }

    /// Reads a drawn board, as `str(position)` draws it.
    #[staticmethod]
    fn from_diagram(text: &str) -> PyResult<Self> {
        Self::from_setup(&Setup::from_diagram(text).map_err(raised)?)
    }

    /// The position at the end of the main line of an SGF text, given as `str` or `bytes`, or after some plies of it.
    #[staticmethod]
    #[pyo3(signature = (text, *, ply=None))]
    fn from_sgf(py: Python<'_>, text: &Bound<'_, PyAny>, ply: Option<usize>) -> PyResult<Self> {
        let game = PyGame::from_sgf(py, text, 0)?;
        let count = game.game.moves().len();
        let position = game.game.positions().nth(ply.unwrap_or(count));
        position.copied().map(Self).ok_or_else(|| {
            raised(format!(
                "the game has {count} plies, so that there is no position after {}",
                ply.unwrap_or(count)
            ))
        })
    }

    /// The position after moves from a start, the standard one if none is given.
    ///
    /// >>> from otrera import Position
    /// >>> Position.from_moves(["d1-d7/g7", "d10-d8/j2"]).turn
    /// 'white'
    #[staticmethod]
    #[pyo3(signature = (moves, start=None))]
    fn from_moves(moves: &Bound<'_, PyAny>, start: Option<&Bound<'_, Self>>) -> PyResult<Self> {
        let mut position = start.map_or_else(|| *Game::default().start(), |start| start.get().0);
        for mv in moves.try_iter()? {
            position = position.play(mv?.extract::<MoveArg>()?.0).map_err(raised)?;
        }
        Ok(Self(position))
    }

    /// The position as FEN, which says all of it.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_setup().to_fen()
    }

    /// Who is to move, `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().name()
    }

    /// How many plies were played before, if White began with move 1.
    #[getter]
    fn ply(&self) -> u32 {
        self.0.ply()
    }

    /// The number of files.
    #[getter]
    fn width(&self) -> u8 {
        self.0.size().columns()
    }

    /// The number of ranks.
    #[getter]
    fn height(&self) -> u8 {
        self.0.size().rows()
    }

    /// The size of the board, such as `"10x10"`: files, then ranks.
    #[getter]
    fn board(&self) -> String {
        self.0.size().to_string()
    }

    /// For how many plies a vacated square stays blocked; 0 in the standard game.
    #[getter]
    fn delay(&self) -> u8 {
        on_any!(&self.0, position => position.vacancies().delay())
    }

    /// How many squares are empty.
    #[getter]
    fn empty_count(&self) -> u32 {
        self.0.count_empty()
    }

    /// The Zobrist key, a number of 64 bits that is the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// Whether the side to move cannot move.
    #[getter]
    fn is_over(&self) -> bool {
        !self.0.has_move()
    }

    /// Who has won, `"white"` or `"black"`; None while the side to move can move. There are no draws.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.outcome().map(|outcome| outcome.winner.name())
    }

    /// By how many moves a game that is over was won: those that the winner could still make. None while it is not over,
    /// with the variant, and where they could not be counted exactly (`otrera.solve` searches longer).
    #[getter]
    fn margin(&self, py: Python<'_>) -> Option<u16> {
        fn in_hand<B: Board>(position: &Position<B>, winner: Color) -> Option<u16> {
            const TABLE_BYTES: usize = 1 << 20;
            Solver::new(TABLE_BYTES).count(position, winner)?.exact()
        }
        let winner = self.0.outcome()?.winner;
        py.detach(|| on_any!(&self.0, position => in_hand(position, winner)))
    }

    /// What stands on a square: `"white"`, `"black"`, `"arrow"` (a vacated square that is still blocked too) or None.
    fn piece_at(&self, square: SquareArg) -> PyResult<Option<&'static str>> {
        let square = self.on_board(square)?;
        Ok(on_any!(&self.0, position => position.piece_at(square)).map(|piece| match piece {
            Piece::Amazon(color) => color.name(),
            Piece::Arrow => "arrow",
        }))
    }

    /// The squares of a side's amazons.
    fn amazons(&self, color: ColorArg) -> Vec<String> {
        on_any!(&self.0, position => names(position.amazons(color.0)))
    }

    /// The squares of the arrows; not the vacated squares that are still blocked.
    fn arrows(&self) -> Vec<String> {
        on_any!(&self.0, position => names(position.arrows()))
    }

    /// The empty squares.
    fn empty_squares(&self) -> Vec<String> {
        on_any!(&self.0, position => names(position.empty()))
    }

    /// The vacated squares that are still blocked, each with the plies for which it stays so, the soonest first.
    fn reopening(&self) -> Vec<(String, u8)> {
        on_any!(&self.0, position => {
            position.vacancies().iter().map(|(square, plies)| (square.to_string(), plies)).collect()
        })
    }

    /// The legal moves.
    fn legal_moves(&self) -> Vec<PyMove> {
        on_any!(&self.0, position => position.legal_moves().map(PyMove).collect())
    }

    /// The number of legal moves, none of them listed.
    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    /// The squares to which the amazon on a square can step.
    fn steps(&self, from_square: SquareArg) -> PyResult<Vec<String>> {
        let from = self.on_board(from_square)?;
        self.check_amazon(from)?;
        Ok(names(self.0.steps(from)))
    }

    /// The squares at which the amazon on a square can shoot after a step to another.
    fn shots(&self, from_square: SquareArg, to_square: SquareArg) -> PyResult<Vec<String>> {
        let (from, to) = self.step(from_square, to_square)?;
        Ok(names(self.0.shots(from, to)))
    }

    /// Whether a move is legal.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: MoveArg) -> bool {
        self.0.is_legal(r#move.0)
    }

    /// The position after a move, given as a `Move` or its text.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: MoveArg) -> PyResult<Self> {
        self.0.play(r#move.0).map(Self).map_err(raised)
    }

    /// A random legal move; None where there is none.
    ///
    /// The same seed draws the same move. `draw` is `"uniform"` (every move alike), `"steps"` (every step alike, then every
    /// shot after it) or `"amazons"` (every amazon that can move alike, then its squares, then the shots).
    #[pyo3(
        signature = (seed, *, draw=DrawArg(amazons::Draw::Uniform)),
        text_signature = "($self, seed, *, draw='uniform')"
    )]
    fn random_move(&self, seed: u64, draw: DrawArg) -> Option<PyMove> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.0.random_move(draw.0, &mut rng).map(PyMove)
    }

    /// Plays random moves to the end: the game that the seed gives.
    #[pyo3(
        signature = (seed, *, draw=DrawArg(amazons::Draw::Uniform)),
        text_signature = "($self, seed, *, draw='uniform')"
    )]
    fn random_game(&self, seed: u64, draw: DrawArg) -> PyGame {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(self.0);
        while let Some(mv) = game.position().random_move(draw.0, &mut rng) {
            game.play(mv).expect("a drawn move is legal");
        }
        PyGame::new(game)
    }

    /// The symmetries of the board: 8 where it is square, else 4. The identity comes first.
    fn transforms(&self) -> Vec<PyTransform> {
        let size = self.0.size();
        let transform = |symmetry| Transform { symmetry, swaps_colors: false };
        Symmetry::of(size).map(|symmetry| PyTransform { transform: transform(symmetry), size }).collect()
    }

    /// The position seen through a transform of its board.
    fn transformed(&self, transform: &PyTransform) -> PyResult<Self> {
        if transform.size != self.0.size() {
            let (theirs, ours) = (transform.size, self.0.size());
            return Err(raised(format!("the transform is of a board of {theirs}, the position of {ours}")));
        }
        Ok(Self(on_any!(&self.0, position => position.transformed(transform.transform).into())))
    }

    /// The position seen through each symmetry of the board, the position itself first.
    fn symmetries(&self) -> PyResult<Vec<Self>> {
        self.transforms()?.iter().map(|transform| self.transformed(transform)).collect()
    }

    /// One form for all positions that symmetries and the exchange of colours make equal, White to move, and the transform
    /// that leads to it. The move number stays.
    fn canonical(&self) -> (Self, PyTransform) {
        let size = self.0.size();
        on_any!(&self.0, position => {
            let (canonical, transform) = position.canonical();
            (Self(canonical.into()), PyTransform { transform, size })
        })
    }

    /// The regions that are connected through empty squares, each with the amazons that touch it.
    fn regions(&self) -> Vec<PyRegion> {
        on_any!(&self.0, position => position.regions().map(PyRegion::from).collect())
    }

    /// The areas that are left when the arrows are taken out: every amazon stands in just one.
    fn areas(&self) -> Vec<PyRegion> {
        on_any!(&self.0, position => position.areas().map(PyRegion::from).collect())
    }

    /// The position as an array of float32 of the shape (planes, ranks, files), rank 1 first.
    ///
    /// The planes are White's amazons, Black's, arrows, 1 everywhere where White is to move, and with the variant for how many
    /// plies a vacated square stays blocked. With `side="to_move"` the first plane holds the amazons of the side to move.
    #[pyo3(signature = (*, side=SideArg(Side::Of(Color::White))), text_signature = "($self, *, side='white')")]
    fn planes<'py>(&self, py: Python<'py>, side: SideArg) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        arrays::write_planes(py, &[self.0], side.0, &[])
    }

    /// The amazons of the side to move that can move, as truth values of the shape (ranks, files).
    fn amazon_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        arrays::amazon_mask(py, &self.0)
    }

    /// The steps of the side to move, as truth values of the shape (ranks, files, ranks, files): from a square to another.
    fn step_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        arrays::step_mask(py, &self.0)
    }

    /// The shots after a step, as truth values of the shape (ranks, files).
    fn arrow_mask<'py>(
        &self,
        py: Python<'py>,
        from_square: SquareArg,
        to_square: SquareArg,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let (from, to) = self.step(from_square, to_square)?;
        arrays::arrow_mask(py, &self.0, from, to)
    }

    /// The moves of a queen or a king that a side needs to each square while all other pieces stay, as uint8 of the shape
    /// (ranks, files): 0 on its amazons, 255 where it does not get.
    ///
    /// >>> from otrera import Position
    /// >>> Position(board="4x4").distances("white")
    /// array([[  1,   0,   0,   1],
    ///        [  0,   1,   1,   0],
    ///        [255,   1,   1, 255],
    ///        [  2, 255, 255,   2]], dtype=uint8)
    #[pyo3(
        signature = (color, *, mover=MoverArg(Mover::Queen)),
        text_signature = "($self, color, *, mover='queen')"
    )]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        color: ColorArg,
        mover: MoverArg,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        arrays::write_distances(py, &[self.0], color, mover, &[])
    }

    /// The drawn board, with `unicode=True` in queens of chess.
    #[pyo3(signature = (*, unicode=false))]
    fn diagram(&self, unicode: bool) -> String {
        let glyphs = if unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        self.0.to_setup().to_diagram(glyphs).trim_end().to_owned()
    }

    /// The picture of the position as SVG, some pixels wide, with the squares of the move that led to it marked.
    #[pyo3(signature = (*, last_move=None, size=400))]
    fn svg(&self, last_move: Option<MoveArg>, size: u32) -> String {
        svg::draw(&self.0, last_move.map(|mv| mv.0), size)
    }

    fn _repr_svg_(&self) -> String {
        svg::draw(&self.0, None, svg::WIDTH)
    }

    fn __str__(&self) -> PyResult<String> {
        self.diagram(false)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position('{}')", self.fen()?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().fen()?,)))
    }
}

impl PyPosition {
    /// The squares of a step that an amazon can make.
    fn step(&self, from: SquareArg, to: SquareArg) -> PyResult<(Square, Square)> {
        let (from, to) = (self.on_board(from)?, self.on_board(to)?);
        self.check_amazon(from)?;
        if !self.0.steps(from).contains(&to) {
            return Err(raised(format!("the amazon on {from} cannot step to {to}")));
        }
        Ok((from, to))
    }

    /// Fails unless an amazon of either side stands on a square of the board.
    fn check_amazon(&self, square: Square) -> PyResult<()> {
        fn has_amazon<B: Board>(position: &Position<B>, square: Square) -> bool {
            Color::BOTH.into_iter().any(|color| position.amazons(color).contains(square))
        }
        match on_any!(&self.0, position => has_amazon(position, square)) {
            true => Ok(()),
            false => Err(raised(format!("no amazon stands on {square}"))),
        }
    }
}
