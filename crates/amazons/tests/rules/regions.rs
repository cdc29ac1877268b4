//! Regions and areas, on drawn boards.

use amazons::{Board, Color, Narrow, Position, RegionKind, Setup};

fn position(diagram: &str) -> Position<Narrow> {
    let setup = Setup::from_diagram(diagram).unwrap();
    Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap()
}

fn names<B: Board>(set: amazons::Bitboard<B>) -> String {
    set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// White's guard on c2 holds two regions apart: through empty squares they are three, as areas two.
const GUARDED: &str = "
    3  . . * . . * .
    2  . . W . . * .
    1  . . * . B * *
       a b c d e f g
";

#[test]
fn an_amazon_may_hold_two_regions_apart() {
    let position = position(GUARDED);
    let regions: Vec<_> = position.regions().collect();
    assert_eq!(regions.len(), 3);
    let [left, middle, right] = &regions[..] else { unreachable!() };
    assert_eq!(names(left.empty), "a1 b1 a2 b2 a3 b3");
    assert_eq!((names(left.amazons.white), names(left.amazons.black)), ("c2".into(), String::new()));
    assert_eq!(left.kind(), RegionKind::Territory(Color::White));
    assert_eq!(names(middle.empty), "d1 d2 e2 d3 e3");
    assert_eq!((names(middle.amazons.white), names(middle.amazons.black)), ("c2".into(), "e1".into()));
    assert_eq!(middle.kind(), RegionKind::Active);
    assert_eq!(names(right.empty), "g2 g3");
    assert_eq!(right.kind(), RegionKind::Dead);
}

#[test]
fn an_area_goes_through_amazons() {
    let position = position(GUARDED);
    let areas: Vec<_> = position.areas().collect();
    assert_eq!(areas.len(), 2);
    assert_eq!(names(areas[0].empty), "a1 b1 d1 a2 b2 d2 e2 a3 b3 d3 e3");
    assert_eq!(areas[0].kind(), RegionKind::Active);
    assert_eq!(areas[1].kind(), RegionKind::Dead);
}

#[test]
fn a_shut_in_amazon_stands_in_an_area_but_in_no_region() {
    let position = position(
        "W * . .
         * * . B",
    );
    assert_eq!(position.regions().count(), 1);
    let kinds: Vec<RegionKind> = position.areas().map(|area| area.kind()).collect();
    assert_eq!(kinds, [RegionKind::Territory(Color::Black), RegionKind::Territory(Color::White)]);
}
