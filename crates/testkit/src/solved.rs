//! Small positions whose winner is known by searching every game.

use std::collections::HashMap;

use amazons::{Narrow, Position};

/// Drawn positions in which exactly one move wins, found by searching every game.
pub const WON: [&str; 5] = [
    "
    4  * B B *
    3  B . B .
    2  W W * .
    1  . W W .
       a b c d
    Black to move, move 2
    ",
    "
    4  B B B .
    3  * W . B
    2  W . * W
    1  . * W .
       a b c d
    Black to move, move 2
    ",
    "
    4  B * B .
    3  B W . B
    2  . . * W
    1  * W W .
       a b c d
    Black to move, move 2
    ",
    "
    4  . . B B
    3  B B . *
    2  * . * W
    1  W W * W
       a b c d
    White to move, move 3
    ",
    "
    5  * W * B .
    4  W * * * B
    3  . B . W .
    2  . . * * *
    1  * . . W B
       a b c d e
    Black to move, move 5
    ",
];

/// Whether the side to move wins, by searching every game.
#[must_use]
pub fn is_won(position: &Position<Narrow>) -> bool {
    fn solve(position: &Position<Narrow>, known: &mut HashMap<u64, bool>) -> bool {
        if let Some(&answer) = known.get(&position.key()) {
            return answer;
        }
        let after = |mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            after
        };
        let answer = position.legal_moves().any(|mv| !solve(&after(mv), known));
        known.insert(position.key(), answer);
        answer
    }
    solve(position, &mut HashMap::new())
}
