//! What is promised, and which promises a measurement breaks.

use std::time::Duration;

/// The longest time until a move of a live game is acknowledged.
const ACKNOWLEDGEMENT: Duration = Duration::from_millis(200);

/// The most memory of a server under an attack, in mebibytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// No search runs.
    Fixed(u64),
    /// The budget that searches share, and as much for everything else: the program, its network, threads, connections.
    BudgetAnd(u64),
}

/// What was measured while somebody played.
#[derive(Clone, Default, Debug)]
pub(crate) struct Measured {
    /// The most memory of the server, in mebibytes, where the system tells it.
    pub(crate) memory: Option<u64>,
    /// The longest time until a move was acknowledged.
    pub(crate) worst: Duration,
    /// The plies that were acknowledged.
    pub(crate) plies: usize,
    /// Those of them that were not there afterwards.
    pub(crate) lost: usize,
    /// The moves and games of the person who plays that were refused or not answered.
    pub(crate) refused: usize,
}

impl Measured {
    /// The promises that it breaks, each with the figure and the bound. The load is that of the machine before the attack.
    pub(crate) fn broken(&self, memory: Memory, budget: u64, load: &str) -> Vec<String> {
        let mut broken = Vec::new();
        if self.plies == 0 {
            broken.push("nobody could play: no move was acknowledged".to_owned());
        }
        broken.extend(lost(self.lost, self.plies));
        if self.refused > 0 {
            broken.push(format!(
                "{} moves of a person who plays were refused or not answered, none may be",
                self.refused
            ));
        }
        if self.worst > ACKNOWLEDGEMENT {
            broken.push(format!(
                "a move was acknowledged after {} ms, at most {} ms are promised (the load of the machine was {load} before \
                 the attack)",
                self.worst.as_millis(),
                ACKNOWLEDGEMENT.as_millis()
            ));
        }
        let (most, of) = match memory {
            Memory::Fixed(most) => (most, "without a search".to_owned()),
            Memory::BudgetAnd(rest) => {
                (budget + rest, format!("{budget} for searches and {rest} for everything else"))
            }
        };
        match self.memory {
            Some(used) if used > most => {
                broken.push(format!("the server used {used} MiB, at most {most} MiB are promised ({of})"));
            }
            None if cfg!(target_os = "linux") => {
                broken.push("the memory of the server could not be read".to_owned());
            }
            _ => {}
        }
        broken
    }
}

/// The words for plies that are lost.
pub(crate) fn lost(lost: usize, plies: usize) -> Option<String> {
    (lost > 0).then(|| format!("{lost} of {plies} acknowledged plies were lost, none may be"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What breaks nothing: every figure at its bound.
    const GOOD: Measured =
        Measured { memory: Some(1024 + 256), worst: ACKNOWLEDGEMENT, plies: 10, lost: 0, refused: 0 };

    fn broken(measured: &Measured) -> Vec<String> {
        measured.broken(Memory::BudgetAnd(256), 1024, "6.30")
    }

    #[test]
    fn figures_at_their_bounds_break_nothing() {
        assert_eq!(broken(&GOOD), Vec::<String>::new());
    }

    #[test]
    fn every_figure_beyond_its_bound_breaks_one_promise_and_is_named() {
        let cases = [
            (Measured { lost: 1, ..GOOD }, "1 of 10 acknowledged plies were lost"),
            (Measured { worst: Duration::from_millis(201), ..GOOD }, "after 201 ms, at most 200 ms"),
            (Measured { memory: Some(1281), ..GOOD }, "used 1281 MiB, at most 1280 MiB"),
            (Measured { refused: 2, ..GOOD }, "2 moves of a person who plays were refused"),
            (Measured { plies: 0, ..GOOD }, "nobody could play"),
        ];
        for (measured, words) in cases {
            let broken = broken(&measured);
            assert!(broken.len() == 1 && broken[0].contains(words), "{words}: {broken:?}");
        }
        let slow = Measured { worst: Duration::from_secs(1), ..GOOD };
        assert!(broken(&slow)[0].contains("load of the machine was 6.30"));
        let unread = Measured { memory: None, ..GOOD };
        assert_eq!(broken(&unread).len(), usize::from(cfg!(target_os = "linux")));
    }

    #[test]
    fn an_attack_without_searches_has_no_part_of_their_budget() {
        let flood = Measured { memory: Some(522), ..GOOD };
        assert_eq!(flood.broken(Memory::Fixed(128), 1024, "0").len(), 1);
    }
}
