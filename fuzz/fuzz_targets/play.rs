//! However a game goes, what is kept up to date by moves is what the board says, and moves, regions and symmetries
//! are consistent on every board type.

#![no_main]

use amazons::{
    AnyPosition, Bitboard, Board, Color, Draw, Move, Piece, Position, RandomStart, Setup, Size, Square,
    StartSymmetry, Symmetry, Transform, Vacancies, Visitor, Walker, Wide,
};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Unstructured::new(bytes);
    if let Ok(Some(setup)) = start(&mut choices) {
        let position = AnyPosition::from_setup(&setup).expect("a random start can be played");
        let _ = position.visit(Play(choices));
    }
});

/// A random start with some arrows and a delay; nothing where it is impossible.
fn start(choices: &mut Unstructured<'_>) -> Result<Option<Setup>> {
    let size = Size::new(choices.int_in_range(1..=16)?, choices.int_in_range(1..=16)?).expect("1 to 16");
    let symmetries = [StartSymmetry::Turn, StartSymmetry::Mirror];
    let start = RandomStart {
        size,
        amazons: choices.int_in_range(0..=17)?,
        margin: choices.int_in_range(0..=3)?,
        symmetry: *choices.choose(&symmetries)?,
        seed: choices.arbitrary::<u8>()?.into(),
    };
    let mut setup = match start.setup() {
        Ok(setup) => setup,
        Err(error) => {
            drop(error.to_string());
            return Ok(None);
        }
    };
    check_start(&start, &setup);
    setup.delay = choices.int_in_range(0..=Vacancies::MAX_DELAY)?;
    for _ in 0..choices.arbitrary::<u8>()? {
        let square = Square::from_index(choices.arbitrary()?);
        if size.contains(square) && setup.get(square).is_none() {
            setup.set(square, Some(Piece::Arrow));
        }
    }
    Ok(Some(setup))
}

fn check_start(start: &RandomStart, setup: &Setup) {
    let squares = |color| setup.squares_of(Piece::Amazon(color));
    assert_eq!(
        squares(Color::White).count(),
        usize::from(start.amazons),
        "{start:?} gave {}",
        setup.to_fen()
    );
    let mut images: Vec<Square> =
        squares(Color::White).map(|square| start.symmetry.apply(square, start.size)).collect();
    images.sort();
    assert!(images.into_iter().eq(squares(Color::Black)), "{start:?} gave {}", setup.to_fen());
}

struct Play<'a>(Unstructured<'a>);

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<B: Board>(mut self, start: &Position<B>) -> Result<()> {
        let symmetries: Vec<Symmetry> = Symmetry::of(start.board().size()).collect();
        let mut position = *start;
        loop {
            check_rebuilt(&position);
            check_regions(&position);
            let moves = check_moves(&position);
            // One image a ply: all of them would take most of the time.
            let symmetry = *self.0.choose(&symmetries)?;
            check_symmetry(&position, Transform { symmetry, swaps_colors: self.0.arbitrary()? });
            let [from, to, arrow] = self.0.arbitrary::<[u8; 3]>()?.map(Square::from_index);
            let any = Move { from, to, arrow };
            assert_eq!(position.is_legal(any), moves.contains(&any), "{any} in {position:?}");
            assert_eq!(position.check(any).is_ok(), moves.contains(&any), "{any} in {position:?}");
            // Without choices left, `arbitrary` would choose the first move for ever.
            if moves.is_empty() || self.0.is_empty() {
                check_playout(&position);
                return Ok(());
            }
            let mv = moves[self.0.choose_index(moves.len())?];
            let after = position.play(mv).expect("a listed move is legal");
            check_ply(&position, mv, &after);
            check_walker(&position, mv, &after);
            position = after;
        }
    }
}

/// Built anew from what stands on the board, the position is the same; so it is on the board that fits all sizes.
fn check_rebuilt<B: Board>(position: &Position<B>) {
    let setup = position.to_setup();
    let rebuilt = Position::on_board(position.board(), &setup).expect("a position can be played");
    assert_eq!(*position, rebuilt);
    assert_eq!(position.key(), rebuilt.key(), "{position:?}");
    let wide = Position::on_board(Wide::new(setup.size), &setup).expect("a position can be played");
    assert_eq!(position.key(), wide.key(), "{position:?}");
    assert!(position.legal_moves().eq(wide.legal_moves()), "{position:?}");
    assert_eq!(Setup::from_fen(&setup.to_fen()), Ok(setup));
}

/// The list, the count, the question whether there is any, the n-th and the drawn ones agree.
fn check_moves<B: Board>(position: &Position<B>) -> Vec<Move> {
    let moves: Vec<Move> = position.legal_moves().collect();
    assert_eq!(position.count_moves(), moves.len() as u64, "{position:?}");
    assert_eq!(position.has_move(), !moves.is_empty(), "{position:?}");
    assert_eq!(position.outcome().is_some(), moves.is_empty(), "{position:?}");
    // Of many, some: a wide board can have tens of thousands.
    for &mv in moves.iter().step_by(1 + moves.len() / 256) {
        assert!(position.is_legal(mv), "{mv} in {position:?}");
        assert!(position.check(mv).is_ok(), "{mv} in {position:?}");
    }
    if let Some(last) = moves.len().checked_sub(1) {
        assert_eq!(position.nth_move(last as u64), moves[last], "{position:?}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(position.key());
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        let drawn = position.random_move(draw, &mut rng);
        assert_eq!(drawn.is_some(), !moves.is_empty(), "{draw:?} in {position:?}");
        assert!(drawn.is_none_or(|mv| position.is_legal(mv)), "{draw:?} in {position:?}");
    }
    moves
}

/// A random game ends before the arrows fill the board, and the same seed gives the same game.
fn check_playout<B: Board>(position: &Position<B>) {
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        let play_out = || position.play_out(draw, &mut Xoshiro256PlusPlus::seed_from_u64(position.key()));
        let playout = play_out();
        assert_eq!(playout, play_out(), "{draw:?} in {position:?}");
        let room = position.empty().count() + position.reopening().count();
        assert!(playout.plies <= room, "{playout:?} in {position:?}");
        assert_eq!(playout.plies == 0, position.outcome().is_some(), "{playout:?} in {position:?}");
        let loser = if playout.plies % 2 == 0 { position.turn() } else { !position.turn() };
        assert_eq!(playout.winner, !loser, "{playout:?} in {position:?}");
    }
}

/// A ply moves one amazon, adds one arrow and passes the turn; with a delay it keeps a square blocked.
fn check_ply<B: Board>(before: &Position<B>, mv: Move, after: &Position<B>) {
    let single = |square| Bitboard::single(before.board(), square);
    assert_eq!(after.arrows(), before.arrows() | single(mv.arrow), "{mv} in {before:?}");
    assert_eq!(after.arrows().count(), before.arrows().count() + 1, "{mv} in {before:?}");
    let mover = before.turn();
    assert_eq!(after.turn(), !mover);
    assert_eq!(after.ply(), before.ply() + 1);
    assert_eq!(after.amazons(!mover), before.amazons(!mover), "{mv} in {before:?}");
    assert_eq!(
        after.amazons(mover),
        before.amazons(mover) ^ single(mv.from) ^ single(mv.to),
        "{mv} in {before:?}"
    );
    assert_eq!(after.reopening().contains(mv.from), before.vacancies().delay() > 0, "{mv} in {before:?}");
}

/// A walker, where there is one, comes to the same position and goes on by legal moves.
fn check_walker<B: Board>(before: &Position<B>, mv: Move, after: &Position<B>) {
    let Some(mut walker) = Walker::new(before) else { return };
    assert_eq!(walker.to_position(before), *before);
    walker.play(mv);
    assert_eq!(walker.to_position(before), *after);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(after.key());
    let mut position = *after;
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        match walker.step(draw, &mut rng) {
            Some(mv) => position = position.play(mv).expect("a drawn move is legal"),
            None => assert!(!position.has_move(), "{position:?}"),
        }
        assert_eq!(walker.to_position(before), position);
    }
}

/// Every empty square is in one region, and every amazon in one area.
fn check_regions<B: Board>(position: &Position<B>) {
    let mut seen = Bitboard::empty(position.board());
    for region in position.regions() {
        assert!(!region.empty.is_empty() && !seen.intersects(region.empty), "{position:?}");
        assert!(!region.empty.neighbors().intersects(position.empty() ^ region.empty), "{position:?}");
        seen |= region.empty;
    }
    assert_eq!(seen, position.empty());
    let mut seen = Bitboard::empty(position.board());
    for area in position.areas() {
        let squares = area.empty | area.amazons.white | area.amazons.black;
        assert!(!squares.is_empty() && !seen.intersects(squares), "{position:?}");
        seen |= squares;
    }
    assert_eq!(seen, !(position.arrows() | position.reopening()), "{position:?}");
}

/// An image has the same canonical form, as many moves, and leads back.
fn check_symmetry<B: Board>(position: &Position<B>, transform: Transform) {
    let (canonical, to_canonical) = position.canonical();
    assert_eq!(position.transformed(to_canonical), canonical);
    assert_eq!(canonical.turn(), Color::White);
    let image = position.transformed(transform);
    assert_eq!(image.canonical().0, canonical, "{transform:?} of {position:?}");
    assert_eq!(image.count_moves(), position.count_moves(), "{transform:?} of {position:?}");
    let back = Transform { symmetry: transform.symmetry.inverse(), ..transform };
    assert_eq!(image.transformed(back), *position, "{transform:?} of {position:?}");
}
