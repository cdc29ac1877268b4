//! COURSE's appendix 3: the games won and the seconds of every run of its four groups.

/// How many games a run of the paper has, in the order of its columns.
pub(super) const RUN_GAMES: [u64; 3] = [50, 100, 500];

/// A group of the paper: two agents, five runs of each length.
pub(super) struct PaperGroup {
    /// The games that the first of two won in every run of 50, 100 and 500 games.
    pub(super) won: [[u64; 5]; 3],
    /// The seconds of every run.
    pub(super) seconds: [[u64; 5]; 3],
}

/// Groups 1 to 4. The first of two is MCTS, Iterative, MCTS, Heuristic.
pub(super) const GROUPS: [PaperGroup; 4] = [
    PaperGroup {
        won: [[28, 33, 34, 33, 34], [63, 57, 61, 58, 62], [321, 312, 303, 321, 319]],
        seconds: [[31, 28, 32, 32, 28], [64, 72, 72, 67, 69], [320, 340, 336, 340, 351]],
    },
    PaperGroup {
        won: [[19, 24, 24, 19, 22], [40, 45, 49, 35, 26], [200, 200, 192, 191, 195]],
        seconds: [[0; 5]; 3],
    },
    PaperGroup {
        won: [[39, 36, 28, 40, 32], [68, 72, 61, 73, 70], [332, 328, 329, 342, 332]],
        seconds: [[74, 72, 72, 80, 74], [140, 143, 144, 145, 141], [713, 704, 664, 702, 728]],
    },
    PaperGroup {
        won: [[28, 34, 33, 27, 30], [53, 51, 62, 58, 63], [275, 288, 287, 276, 268]],
        seconds: [[24, 19, 21, 28, 21], [53, 56, 44, 48, 42], [255, 249, 251, 266, 273]],
    },
];

impl PaperGroup {
    /// The mean share won in the runs of one length.
    pub(super) fn share(&self, column: usize) -> f64 {
        self.won[column].iter().sum::<u64>() as f64 / (5 * RUN_GAMES[column]) as f64
    }

    /// The mean seconds of the runs of one length.
    pub(super) fn seconds_a_run(&self, column: usize) -> f64 {
        self.seconds[column].iter().sum::<u64>() as f64 / 5.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The means that the paper prints beside its runs.
    #[test]
    fn the_means_are_those_of_the_paper() {
        let shares = GROUPS.each_ref().map(|group| [0, 1, 2].map(|column| group.share(column)));
        let printed =
            [[0.648, 0.602, 0.6304], [0.432, 0.39, 0.3912], [0.7, 0.688, 0.6652], [0.608, 0.574, 0.5576]];
        for (ours, printed) in shares.as_flattened().iter().zip(printed.as_flattened()) {
            assert!((ours - printed).abs() < 1e-12, "{ours} {printed}");
        }
        let seconds = GROUPS.each_ref().map(|group| [0, 1, 2].map(|column| group.seconds_a_run(column)));
        let printed = [[30.2, 68.8, 337.4], [0.0; 3], [74.4, 142.6, 702.2], [22.6, 48.6, 258.8]];
        assert_eq!(seconds, printed);
    }
}
