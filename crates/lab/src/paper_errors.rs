//! Errors and contradictions of the papers, each with its place. All sentences are ours; figures that the papers do not print are
//! marked as ours too.

use crate::experiment::Paper;

/// An error or a contradiction of a paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PaperError {
    /// The paper.
    pub(crate) paper: Paper,
    /// The sections, tables and figures concerned.
    pub(crate) place: &'static str,
    /// What is wrong, as a sentence.
    pub(crate) what: &'static str,
}

const fn error(paper: Paper, place: &'static str, what: &'static str) -> PaperError {
    PaperError { paper, place, what }
}

/// All known errors, by paper and in the order of its pages.
pub(crate) const PAPER_ERRORS: &[PaperError] = &[
    error(
        Paper::MgPeo,
        "Abstract and Section 1",
        "Move groups are said to improve the playing ability 20 to 30 times and the parallel evaluation 2 to 3 times, but \
         playing ability has no measure; the paper's own figures give 11.6 at best and 0.96 at worst in nodes (Table 2), 2.1 \
         in time (Table 3), 2.6 and 4.6 in iterations a second, 20.9 for both together (Table 8; the divisions are ours).",
    ),
    error(
        Paper::MgPeo,
        "Section 2.3, Figure 1",
        "The text has queen moves on the left and king moves on the right, the caption the reverse.",
    ),
    error(
        Paper::MgPeo,
        "Equations 1 to 6",
        "The terms t and p1 are positive where Black is better, p2 and mobility where White is, yet they are added; the tie \
         value k of the side to move has the wrong sign too, and p2 lacks parentheses.",
    ),
    error(
        Paper::MgPeo,
        "Table 1",
        "The weights of the opening add up to 0.97, those of the other stages to 1; the text calls positions important mainly \
         in the opening, where the table weighs them less (0.13) than in the middle game (0.20; the sums are ours).",
    ),
    error(
        Paper::MgPeo,
        "Equation 8, Algorithm 3",
        "The exploration term has ln N in the equation and 2 ln N in the pseudo-code; no other constant is given there.",
    ),
    error(
        Paper::MgPeo,
        "Algorithms 1 and 3",
        "The rollout tests the type of a node that never changes in its loop, the backup has no loop, and the search returns \
         one child of the root where the text returns a step and its shot.",
    ),
    error(
        Paper::MgPeo,
        "Section 3.3, Algorithm 3",
        "Rollouts of depth 4 and of depth 5 are both described as two whole decisions; in steps and shots that is 4 (our count), and \
         the pseudo-code lowers the depth once for each whole move, as we read it.",
    ),
    error(
        Paper::MgPeo,
        "Sections 3.1 and 3.3, Algorithm 3",
        "Section 3.1 and the pseudo-code shoot a random arrow and simulate at a node that is a step; Section 3.3 speaks of \
         rollouts after a whole decision only.",
    ),
    error(
        Paper::MgPeo,
        "Table 2",
        "The row is named for both improvements, but only move groups change the number of nodes.",
    ),
    error(
        Paper::MgPeo,
        "Algorithm 4",
        "The first module runs over two indices where its four maps need four, and the second computes a colour and a type \
         that it does not use.",
    ),
    error(
        Paper::MgPeo,
        "Sections 5 and 5.4",
        "Three experiments are announced; the third, on generalisation, is a discussion without a measurement.",
    ),
    error(
        Paper::MgPeo,
        "Sections 5.2.1 to 5.2.3",
        "The same contests are 100 matches, 100 games and 100 players in turn; the appendix lists 100 matches of 3 sets \
         against 50 opponents with 46 different names (our count).",
    ),
    error(
        Paper::MgPeo,
        "Tables 5, 8 and A3",
        "MCTS is said to win 74%; its own list of matches has 230 of 300 sets and 76 of 100 matches (our count).",
    ),
    error(
        Paper::MgPeo,
        "Tables 6 and A3",
        "A lost match is to count 47 rounds, but the lost matches 55, 56, 69 and 70 count 45, 42, 44 and 41; with 47 the mean \
         of MCTS would be 42.73, not 42.57 (our computation).",
    ),
    error(
        Paper::MgPeo,
        "Section 5.2.2, Table 6",
        "The text counts an estimate of 90% or more, the caption one above 90%.",
    ),
    error(Paper::MgPeo, "Section 5.2.3", "A test of ranks is read as a test of means."),
    error(
        Paper::MgPeo,
        "Section 5.3, Table 8",
        "The text calls the gain by the parallel evaluation alone limited; in the table it is the larger of the two, in games \
         and in iterations.",
    ),
    error(
        Paper::MgPeo,
        "Tables 3 and 8",
        "If an iteration evaluates after each of its two rollouts, as Section 3.3 and Algorithm 3 are read here, 54 \u{b5}s an evaluation \
         allow at most 9,259 iterations a second, and with a single evaluation 18,519; printed are 10,026 without move groups and \
         45,536 with them (the divisions are ours).",
    ),
    error(
        Paper::MgPeo,
        "Appendix A, Table A1",
        "Depths from 2 to 10 are announced, the table begins with 1 and has one figure for 7 to 10; the distance of \
         convergence is looked for in Section 4.2 and stands in 4.1.",
    ),
    error(
        Paper::MgPeo,
        "Figure A1",
        "The profile was taken in a debug build, the experiments in a release build.",
    ),
    error(
        Paper::MgPeo,
        "Table A3, match 15",
        "The column of the winner names a program that did not play this match.",
    ),
    error(
        Paper::UctAb,
        "Section 1, Table 1",
        "Alpha-beta is called stronger than simple tree search; in the table this holds with territory, but UCT beats mobility \
         in every row, and relative territory with 100,000 playouts and more.",
    ),
    error(
        Paper::UctAb,
        "Section 3.2",
        "Territory is the squares that one side alone can reach in one place, and those that it reaches first in another.",
    ),
    error(Paper::UctAb, "Section 4", "The formula called UCB1 is UCB1-tuned."),
    error(Paper::UctAb, "Section 5.1", "The evaluations are said to be in Section 4; they are in Section 3."),
    error(
        Paper::UctAb,
        "Section 5.2",
        "UCT's 4 s a move are almost the time of alpha-beta, and its 55 s more than 30 times that time, although \
         alpha-beta searches to the same depth in both: 55 s by 30 leave less than 1.9 s (our division).",
    ),
    error(
        Paper::UctAb,
        "Section 5.2, Table 1",
        "One sentence gives UCT 34 wins against relative territory; the table has 66, and 34 against territory.",
    ),
    error(
        Paper::EGreedy,
        "Section 1",
        "Some 2,000 moves a turn are called the average. So many there are at the beginning (2,176); UCT-AB gives 400 on average, and \
         a random game of ours has 496 at ply 20 (mgpeo-convergence).",
    ),
    error(
        Paper::EGreedy,
        "Sections 3.1 and 3.2.1",
        "The greedy choice has probability 1 - epsilon in general, and epsilon in the paper's own search and in Algorithm 3.",
    ),
    error(
        Paper::EGreedy,
        "Sections 3 and 3.2.2, Algorithm 3, note under Table 1",
        "The candidates are the best 12 of each queen, growing in number during the game, in one place, and the best 48 of all \
         in three others.",
    ),
    error(
        Paper::EGreedy,
        "Section 3",
        "The heuristic is cited as function 1; formula 1 is UCB1, the heuristic is formula 2.",
    ),
    error(
        Paper::EGreedy,
        "Formula 4",
        "Each value is divided by the sum of the others, which is no probability distribution: with 48 equal values the \
         shares add up to 48/47 (our computation).",
    ),
    error(
        Paper::EGreedy,
        "Formula 5",
        "A value can only grow, so a line that loses is never valued less (our remark).",
    ),
    error(
        Paper::EGreedy,
        "Algorithm 1",
        "There is no backpropagation, no return to the root and no number of iterations.",
    ),
    error(
        Paper::EGreedy,
        "Algorithm 3",
        "The input is one state and the search starts from another; values are propagated before the end of the game is \
         known; and at a new leaf the choice is made from a child that has no children yet.",
    ),
    error(
        Paper::EGreedy,
        "Section 4, Table 1",
        "All programs are said to meet each other and the table has one against the five others; the note speaks of four \
         programs where five are listed.",
    ),
    error(
        Paper::Thesis,
        "Sections 4.2 and 5.2",
        "The networks for Tic-tac-toe are tested after every 2,000 examples in one experiment and every 10,000 in the other; \
         later on all of them after every 2,000.",
    ),
    error(
        Paper::Thesis,
        "Section 5.2",
        "The error is a difference of two values in one place, and a share of boards with the wrong winner further on.",
    ),
    error(
        Paper::Thesis,
        "Sections 5 and 6",
        "One representation is called UNITS, UNIT and UNITY, another BITS and once BRTS.",
    ),
    error(
        Paper::Thesis,
        "Section 6.1",
        "For MOBILITY the size of a network and its error are said to be related inversely, which by itself means that larger networks \
         err less; the reason that follows, slower learning, is one for erring more, and so it is read here.",
    ),
    error(
        Paper::Thesis,
        "Section 6.1, Table 5",
        "The smallest network is said to play best for every representation; in the table UNITY-80 is above UNITY-40 with two \
         of three searches, and MOBILITY-80 above MOBILITY-40 with one.",
    ),
    error(
        Paper::Thesis,
        "Table 4",
        "All networks are given -1.00; two of their 27 cells (our count) are -0.98, as a footnote says.",
    ),
    error(
        Paper::Course,
        "Settings, Group 1",
        "The time limit is 2.0, read as seconds a move, but 50 games of MCTS against Random took 30.2 s, about 9 ms a move if its games were as long as \
         ours (our division).",
    ),
    error(
        Paper::Course,
        "Analysis, and group 2",
        "Too little time is believed to be the reason why Iterative plays badly, but its games against Random took 0 s.",
    ),
    error(
        Paper::Course,
        "Code of Heuristic",
        "In the half of alpha-beta that is printed alpha is raised and never compared with beta; the other half is left out.",
    ),
    error(
        Paper::Course,
        "Code of Iterative",
        "The search keeps every root move as the best without comparing scores, so it returns the last one; and nothing catches the error that ends a depth when the time is over.",
    ),
    error(
        Paper::Course,
        "Code of Iterative",
        "Minimax computes one variable and returns another that does not exist there.",
    ),
    error(Paper::Course, "Code of MCTS", "How the move is chosen is not printed."),
];
