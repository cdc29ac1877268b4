//! Laws that hold in every position, one each.

use amazons::{
    AnyPosition, Bitboard, Board, ByColor, Color, Draw, Position, Setup, Symmetry, Transform, Visitor,
};
use proptest::prelude::*;

use crate::sample;

/// Runs a law on a position of whatever board.
macro_rules! law {
    ($(#[$doc:meta])* $name:ident, |$position:ident| $body:block) => {
        #[test]
        fn $name() {
            struct Law;
            impl Visitor for Law {
                type Output = Result<(), TestCaseError>;
                fn visit<B: Board>(self, $position: &Position<B>) -> Self::Output {
                    $body
                    Ok(())
                }
            }
            // Miri takes minutes for what takes a second otherwise.
            let cases = if cfg!(miri) { 2 } else { 300 };
            let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
            proptest!(config, |(seed in any::<u64>(), plies in 0_u32..120)| {
                sample::random_position(seed, plies).visit(Law)?;
            });
        }
    };
}

fn rebuilt<B: Board>(position: &Position<B>) -> Position<B> {
    Position::on_board(position.board(), &position.to_setup()).unwrap()
}

law!(what_moves_keep_up_to_date_is_what_a_setup_gives, |position| {
    for mv in position.legal_moves().step_by(7) {
        let after = position.play(mv).unwrap();
        prop_assert_eq!(after, rebuilt(&after));
        prop_assert_eq!(after.key(), rebuilt(&after).key());
    }
});

law!(a_step_and_its_arrow_are_the_move, |position| {
    for mv in position.legal_moves().step_by(7) {
        let after = position.after_step(mv.from, mv.to).with_arrow(mv.arrow);
        prop_assert_eq!(after, position.play(mv).unwrap());
        prop_assert_eq!(after.key(), position.play(mv).unwrap().key());
    }
});

law!(a_generated_move_is_legal, |position| {
    for mv in position.legal_moves() {
        prop_assert!(position.is_legal(mv), "{}", mv);
        prop_assert_eq!(position.check(mv), Ok(()));
    }
});

law!(sets_lists_and_counts_are_of_the_same_moves, |position| {
    let mut from_sets = Vec::new();
    let _ = position.for_each_shots(|shots| {
        from_sets.extend(shots);
        std::ops::ControlFlow::Continue(())
    });
    prop_assert!(from_sets.iter().copied().eq(position.legal_moves()));
    prop_assert_eq!(from_sets.len() as u64, position.count_moves());
    let mut steps: Vec<_> = from_sets.iter().map(|mv| (mv.from, mv.to)).collect();
    steps.dedup();
    prop_assert_eq!(steps.len() as u32, position.count_steps());
    let mut visited = Vec::new();
    position.for_each_step(|from, to| visited.push((from, to)));
    prop_assert_eq!(visited, steps);
    for (rank, &mv) in from_sets.iter().enumerate() {
        prop_assert_eq!(position.nth_move(rank as u64), mv);
    }
});

law!(every_ply_adds_one_arrow_and_moves_one_amazon, |position| {
    for mv in position.legal_moves().step_by(11) {
        let after = position.play(mv).unwrap();
        let arrow = Bitboard::single(position.board(), mv.arrow);
        prop_assert_eq!(after.arrows(), position.arrows() | arrow);
        prop_assert!(!position.arrows().contains(mv.arrow));
        let (mover, other) = (position.turn(), !position.turn());
        prop_assert_eq!(after.amazons(other), position.amazons(other));
        prop_assert_eq!(after.amazons(mover).count(), position.amazons(mover).count());
        prop_assert!(after.amazons(mover).contains(mv.to) && !after.amazons(mover).contains(mv.from));
        prop_assert_eq!(after.turn(), other);
        prop_assert_eq!(after.ply(), position.ply() + 1);
    }
});

law!(every_square_is_empty_or_holds_one_thing, |position| {
    let parts = [
        position.empty(),
        position.arrows(),
        position.reopening(),
        position.amazons(Color::White),
        position.amazons(Color::Black),
    ];
    let total: u32 = parts.into_iter().map(Bitboard::count).sum();
    prop_assert_eq!(total, position.board().size().area());
    let union = parts.into_iter().fold(Bitboard::empty(position.board()), |union, part| union | part);
    prop_assert_eq!(union, Bitboard::full(position.board()));
});

fn transforms<B: Board>(position: &Position<B>) -> impl Iterator<Item = Transform> {
    let symmetries = Symmetry::of(position.board().size());
    symmetries.flat_map(|symmetry| [false, true].map(|swaps_colors| Transform { symmetry, swaps_colors }))
}

law!(a_transform_takes_moves_to_moves, |position| {
    let size = position.board().size();
    for transform in transforms(position) {
        let image = position.transformed(transform);
        prop_assert_eq!(image, rebuilt(&image));
        let mut moves: Vec<_> = position.legal_moves().collect();
        for mv in &mut moves {
            *mv = transform.symmetry.apply_to_move(*mv, size);
        }
        moves.sort_unstable();
        let mut image_moves: Vec<_> = image.legal_moves().collect();
        image_moves.sort_unstable();
        prop_assert_eq!(moves, image_moves);
        let back = Transform { symmetry: transform.symmetry.inverse(), ..transform };
        prop_assert_eq!(image.transformed(back), *position);
    }
});

law!(playing_and_transforming_commute, |position| {
    let size = position.board().size();
    for transform in transforms(position) {
        for mv in position.legal_moves().step_by(29) {
            let played = position.play(mv).unwrap().transformed(transform);
            let image = transform.symmetry.apply_to_move(mv, size);
            let transformed = position.transformed(transform).play(image).unwrap();
            // The number of the move depends on the colours, nothing else may.
            prop_assert_eq!(played.key(), transformed.key());
            prop_assert_eq!(played.amazons(Color::White), transformed.amazons(Color::White));
        }
    }
});

law!(all_images_have_one_canonical_form, |position| {
    let (canonical, transform) = position.canonical();
    prop_assert_eq!(canonical, position.transformed(transform));
    prop_assert_eq!(canonical.turn(), Color::White);
    for transform in transforms(position) {
        prop_assert_eq!(position.transformed(transform).canonical().0, canonical);
    }
});

law!(regions_part_the_empty_squares, |position| {
    let mut seen = Bitboard::empty(position.board());
    for region in position.regions() {
        prop_assert!(!region.empty.is_empty() && !region.empty.intersects(seen));
        prop_assert!(!region.empty.neighbors().intersects(position.empty() & !region.empty));
        let around = region.empty.neighbors();
        for color in Color::BOTH {
            prop_assert_eq!(region.amazons[color], position.amazons(color) & around);
        }
        seen |= region.empty;
    }
    prop_assert_eq!(seen, position.empty());
});

law!(areas_part_the_amazons, |position| {
    let none = Bitboard::empty(position.board());
    let (mut empty, mut amazons) = (none, ByColor { white: none, black: none });
    for area in position.areas() {
        empty |= area.empty;
        for color in Color::BOTH {
            prop_assert!(!amazons[color].intersects(area.amazons[color]));
            amazons[color] |= area.amazons[color];
        }
    }
    prop_assert_eq!(empty, position.empty());
    prop_assert_eq!(amazons, ByColor::from_fn(|color| position.amazons(color)));
});

law!(a_random_move_is_legal_however_drawn, |position| {
    let mut rng = sample::rng(position.key());
    for draw in [Draw::Uniform, Draw::Steps, Draw::Amazons] {
        match position.random_move(draw, &mut rng) {
            Some(mv) => prop_assert!(position.is_legal(mv), "{}", mv),
            None => prop_assert!(!position.has_move()),
        }
    }
});

law!(queen_moves_of_a_set_are_those_of_its_squares, |position| {
    let empty = position.empty();
    let amazons = position.amazons(position.turn());
    let none = Bitboard::empty(position.board());
    let one_by_one = amazons.into_iter().fold(none, |reach, from| reach | position.steps(from));
    prop_assert_eq!(amazons.queen_moves(empty), one_by_one);
});

law!(a_fen_says_the_whole_position, |position| {
    let fen = position.to_setup().to_fen();
    let setup = Setup::from_fen(&fen).unwrap();
    prop_assert_eq!(&setup, &position.to_setup());
    prop_assert_eq!(rebuilt(position), *position);
    prop_assert_eq!(setup.to_fen(), fen);
});

#[test]
fn different_positions_of_a_game_have_different_hashes() {
    let mut hashes = std::collections::HashSet::new();
    let mut positions = 0;
    for seed in 0..300 {
        let mut rng = sample::rng(seed);
        let mut position = sample::random_position(seed, 0);
        while let Some(mv) = position.random_move(Draw::Uniform, &mut rng) {
            hashes.insert(position.key());
            positions += 1;
            position = position.play(mv).unwrap();
        }
    }
    assert!(positions > 5_000);
    assert_eq!(hashes.len(), positions);
}

#[test]
fn every_board_type_gives_the_same_hash() {
    // 8x8 fits three of them.
    let setup = amazons::Start::of("8x8".parse().unwrap()).unwrap().setup();
    let fixed = AnyPosition::from_setup(&setup).unwrap().key();
    let narrow = Position::on_board(amazons::Narrow::new(setup.size).unwrap(), &setup).unwrap();
    let wide = Position::on_board(amazons::Wide::new(setup.size), &setup).unwrap();
    assert_eq!((narrow.key(), wide.key()), (fixed, fixed));
    assert!(narrow.legal_moves().eq(wide.legal_moves()));
}
