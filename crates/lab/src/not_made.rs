//! What of the papers was not made again, and why.

use crate::experiment::Paper;

/// A part of a paper that was not made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotMade {
    /// The paper.
    pub(crate) paper: Paper,
    /// Its tables and figures concerned.
    pub(crate) place: &'static str,
    /// What it is and why it was not made, as a sentence.
    pub(crate) what: &'static str,
}

const fn part(paper: Paper, place: &'static str, what: &'static str) -> NotMade {
    NotMade { paper, place, what }
}

/// All that was not made, by paper.
pub(crate) const NOT_MADE: &[NotMade] = &[
    part(
        Paper::MgPeo,
        "Tables 5, 6, 7, 8, A1, A2 and A3",
        "The fifty opponents, 33 programs of a competition and 17 of a server, cannot be had here; fifty other players stand for \
         them (47 settings of players of the four other texts, a random player, our flagship twice), so our rows are no copies of \
         the paper's.",
    ),
    part(
        Paper::MgPeo,
        "Abstract, Sections 1, 5 and 5.2.1",
        "Factors of the playing ability, which has no measure there; more accurate decisions in critical rounds, which are not counted; \
         somewhat weaker play against networks, since it is not said which opponents these are; and the prize of a tournament: none of \
         them is judged.",
    ),
    part(
        Paper::MgPeo,
        "Tables 1 and 4",
        "The weights of the evaluation and the settings are no results; both are used or stated with the experiments.",
    ),
    part(
        Paper::MgPeo,
        "Figures 2 and 3",
        "A diagram of the program and boards of the first move: no results.",
    ),
    part(Paper::UctAb, "Figures 1 and 2", "Boards that explain the rules and the distances: no results."),
    part(
        Paper::UctAb,
        "Figure 3",
        "The curves of alpha-beta are not in our copy of the text; ours stand beside the three times of UCT that it gives.",
    ),
    part(
        Paper::UctAb,
        "Abstract, Sections 5.2 and 6",
        "That the gain by playouts depends on alpha-beta's evaluation, that alpha-beta's time depends little on UCT's playouts, and that \
         with territory it is faster than UCT can be read in our tables and figures and is not judged apart. Nor is the conclusion \
         that a better evaluation is worth more than more playouts: the two have no common measure.",
    ),
    part(Paper::EGreedy, "Figure 1", "A board that explains the rules, taken from elsewhere: no result."),
    part(
        Paper::Thesis,
        "Figures 8 and 9",
        "A game of Tic-tac-toe, and a state of it as the inputs of a network: no results.",
    ),
    part(
        Paper::Thesis,
        "Tables 2 and 3, Figures 11 and 12",
        "Settings and drawings of the representations: no results; the networks are trained by these settings.",
    ),
    part(
        Paper::Thesis,
        "Figures 1 to 7",
        "The plan of the text, the rules and terms on boards, and a game tree: no results.",
    ),
    part(
        Paper::Thesis,
        "Sections 4.2 and 5.2",
        "The comparison with the networks of Patist and Wiering for tic-tac-toe, whose text is not among the five. That the written \
         evaluations err much less than the networks from almost the beginning of a game can be read in our errors by ply; judged is \
         the error on all boards.",
    ),
    part(
        Paper::Thesis,
        "Section 6.1",
        "That the smallest networks play best is judged with Monte Carlo, where the thesis finds it clearest, and of 40 against 160 \
         units; where its own Table 5 contradicts it is among the errors below.",
    ),
    part(
        Paper::Course,
        "Weights of squares",
        "A matrix from an earlier exercise on Connect Four; the printed code of the four agents does not have it.",
    ),
];

/// What a reader has to know about all results of a paper, in a sentence.
pub(crate) const fn caution(paper: Paper) -> Option<&'static str> {
    match paper {
        Paper::MgPeo => Some("Its fifty opponents cannot be had; fifty other players stand for them."),
        Paper::Thesis => Some("Its networks are trained anew, on a third as many games and on self-play."),
        _ => None,
    }
}
