//! MG-PEO, Table 2: how many nodes a tree opens until it can decide, with move groups and without.

use std::ops::ControlFlow;

use amazons::{Board10x10, Draw, Position, Start};
use arena::Contest;
use arena::statistics::Summary;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::montecarlo::{Convergence, convergence};

use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::convergence::{Layers, settled_after};
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cell, Drawing, Figure, Findings, Measured, ResultTable, Span, Statement, TableRow, TreeNode, Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Table 2.
pub(super) struct ConvergenceDistance;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-convergence",
    paper: Paper::MgPeo,
    place: "Table 2 and Figure 4",
    title: "Winning convergence distance: nodes expanded until the first move is decided",
    question: "Every child of a node is tried once before any is tried twice. With whole moves as children that takes \
               2,176 nodes on the first move. With move groups a step without a shot counts as infinite, so every step gets \
               one shot, then the best step is filled, and the search may decide when a step whose shots all have nodes is \
               chosen again. How many nodes does it take, by counting and in real searches?",
    original: "the first move: 187 nodes with move groups at best, 2,256 at worst, 2,176 without",
    differences: &[
        "The paper defines the distance as the nodes until the game is won, which cannot be counted; it takes an assumed \
         locally best first move in place of the win and counts the best and the worst case. So do we.",
        "The formulas are ours: with S steps, M moves and s shots after the chosen step 2S + s - 1 at best and S + M at \
         worst. 187 = 80 + 80 + 27 means s = 28, as after d1-d7; other steps of the first move have fewer or more, and with the \
         fewest, 16, the formula gives 175.",
        "A real search has settled when every shot of the step that it decided on has a node, without move groups when \
         every move has one. The paper counts no real search.",
        "The row of Table 2 is labelled MG-PEO; only move groups matter for it.",
    ],
};

/// The shots after the step of the paper's count.
const SHOTS: u64 = 28;

/// A position that is counted.
struct Counted {
    name: String,
    position: Position<Board10x10>,
    counts: Convergence,
}

/// The searches that are compared.
const LAYERS: [Layers; 2] = [Layers::Groups, Layers::Moves];

/// The plies of a random game at which positions are taken.
const PLIES: [u32; 6] = [0, 4, 10, 20, 30, 40];

/// How many searches a position gets, and how long each is.
fn effort(conditions: &Conditions) -> (u64, u64) {
    conditions.scale.choose((2, 2_300), (12, 40_000), (50, 200_000), (50, 200_000))
}

impl Experiment for ConvergenceDistance {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let (searches, playouts) = effort(conditions);
        // Some 40,000 simulations a second.
        (2 * PLIES.len() as u64 * searches * playouts) as f64 / 40_000.0
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let conditions = bench.conditions().clone();
        let positions = positions(&conditions);
        let (searches, playouts) = effort(&conditions);
        let tasks: Vec<(usize, usize, u64)> = (0..positions.len())
            .flat_map(|position| {
                (0..2).flat_map(move |layers| (0..searches).map(move |seed| (position, layers, seed)))
            })
            .collect();
        let settled = bench.map("searches", &tasks, |&(position, layers, seed)| {
            let seed = conditions.seed.wrapping_add(seed);
            settled_after(&positions[position].position, LAYERS[layers], playouts, seed)
        })?;
        let mut found = vec![[Summary::default(); 2]; positions.len()];
        for (&(position, layers, _), nodes) in tasks.iter().zip(&settled) {
            found[position][layers].extend(nodes.map(|nodes| nodes as f64));
        }
        let found: Vec<[Measured; 2]> = found
            .iter()
            .map(|layers| {
                layers.map(|seen| Measured::mean(&seen, Unit::Count, Confidence::USUAL).not_below_zero())
            })
            .collect();
        Ok(Findings {
            tables: vec![counts_table(&positions), searches_table(&positions, &found)],
            figures: vec![intervals(&positions, &found), tree(&positions[0])],
            statements: statements(&positions, &found),
            remarks: vec![format!(
                "{searches} searches a position of {playouts} simulations each, with our evaluation; after a number \
                 stands how many of them settled. The positions are those of one random game."
            )],
        })
    }
}

fn positions(conditions: &Conditions) -> Vec<Counted> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(conditions.seed);
    let mut position = Position::from_setup(&Start::STANDARD.setup()).expect("the standard start");
    let plies = &PLIES[..conditions.scale.choose(2, PLIES.len(), PLIES.len(), PLIES.len())];
    let mut positions = Vec::new();
    for ply in 0..=plies.last().copied().unwrap_or(0) {
        if plies.contains(&ply) {
            let name = if ply == 0 { "the first move".to_owned() } else { format!("ply {ply}") };
            positions.push(Counted { name, position, counts: convergence(&position) });
        }
        let Some(mv) = position.random_move(Draw::Uniform, &mut rng) else { break };
        position.play_unchecked(mv);
    }
    positions
}

/// A whole number.
fn whole(count: u64) -> Measured {
    Measured::number(count as f64, Unit::Count)
}

fn counts_table(positions: &[Counted]) -> ResultTable {
    let row = |Counted { name, counts, .. }: &Counted| {
        let is_first = counts.moves == 2_176;
        let shots = if is_first { SHOTS } else { counts.most_shots };
        let cells = [
            (counts.steps, 80.0),
            (counts.moves, 2_176.0),
            (shots, f64::NAN),
            (counts.best_with(shots), 187.0),
            (counts.worst(), 2_256.0),
            (counts.plain(), 2_176.0),
        ];
        let cell = |(count, paper): (u64, f64)| {
            // The paper prints no number of shots.
            let is_printed = is_first && !paper.is_nan();
            Cell::from(if is_printed { whole(count).beside(paper) } else { whole(count) })
        };
        TableRow { name: name.clone(), cells: cells.map(cell).to_vec() }
    };
    ResultTable {
        title: "Nodes until the decision, counted (their Table 2): the shots are those after d1-d7 on the first move, \
                elsewhere the most after any step"
            .to_owned(),
        head: ["position", "steps S", "moves M", "shots s", "MG, 2S + s - 1", "MG at worst, S + M", "without MG, M"]
            .map(str::to_owned)
            .to_vec(),
        rows: positions.iter().map(row).collect(),
    }
}

fn searches_table(positions: &[Counted], found: &[[Measured; 2]]) -> ResultTable {
    let row = |(Counted { name, .. }, layers): (&Counted, &[Measured; 2])| TableRow {
        name: name.clone(),
        cells: layers.map(Cell::from).to_vec(),
    };
    ResultTable {
        title: "Nodes of the first ply until real searches could decide, means".to_owned(),
        head: ["position", "with move groups", "without"].map(str::to_owned).to_vec(),
        rows: positions.iter().zip(found).map(row).collect(),
    }
}

fn intervals(positions: &[Counted], found: &[[Measured; 2]]) -> Figure {
    let rows = positions.iter().zip(found).flat_map(|(Counted { name, counts, .. }, [groups, plain])| {
        let row = |what: &str, measured: Measured| Span { name: format!("{name}, {what}"), measured };
        [
            row("MG, the step with the most shots", whole(counts.best_with(counts.most_shots))),
            row("MG, real", *groups),
            row("MG at worst", whole(counts.worst())),
            row("without, real", *plain),
        ]
    });
    Figure {
        title: "Nodes until the decision: counted, and in real searches".to_owned(),
        drawing: Drawing::Intervals {
            axis: Axis { label: "nodes".to_owned(), unit: Unit::Count, is_logarithmic: true, range: None },
            rows: rows.collect(),
        },
    }
}

/// The tree of the best case on the first move, each node with its place in the order of expansion.
fn tree(first: &Counted) -> Figure {
    let steps = first.counts.steps;
    let mut names = vec!["d1-d7".to_owned()];
    let mut shots = Vec::new();
    let _ = first.position.for_each_shots(|found| {
        let name = format!("{}-{}", found.from, found.to);
        if name == names[0] {
            shots = found.arrows.into_iter().map(|arrow| arrow.to_string()).collect();
        } else {
            names.push(name);
        }
        ControlFlow::Continue(())
    });
    let leaf = |label: String, order: u64| TreeNode { label, order: Some(order), children: Vec::new() };
    let many = |label: String| TreeNode { label, order: None, children: Vec::new() };
    let last = steps + steps + shots.len() as u64 - 1;
    let mut of_chosen = vec![leaf(shot(&shots, 0), steps + 1), leaf(shot(&shots, 1), 2 * steps + 1)];
    of_chosen.push(many(format!("{} more shots", shots.len().saturating_sub(3))));
    of_chosen.push(leaf(shot(&shots, shots.len().saturating_sub(1)), last));
    let chosen = TreeNode { label: names[0].clone(), order: Some(1), children: of_chosen };
    let step = |place: usize| TreeNode {
        label: names[place].clone(),
        order: Some(place as u64 + 1),
        children: vec![leaf("one shot".to_owned(), steps + place as u64 + 1)],
    };
    let children = vec![
        chosen,
        step(1),
        many(format!("{} more steps, one shot each", steps - 3)),
        step(names.len() - 1),
    ];
    Figure {
        title: format!(
            "The tree with move groups at its best on the first move (as their Figure 4): all {steps} steps, one shot of each, then the other \
             shots of the step that is chosen, {last} nodes in all; the numbers are the order of expansion"
        ),
        drawing: Drawing::Tree(TreeNode { label: "start".to_owned(), order: None, children }),
    }
}

fn shot(shots: &[String], place: usize) -> String {
    shots.get(place).map_or_else(String::new, |square| format!("/{square}"))
}

fn statements(positions: &[Counted], found: &[[Measured; 2]]) -> Vec<Statement> {
    let counts = &positions[0].counts;
    let exactly = |claim: &str, name: &str, count: u64, paper: f64| {
        judge::exact(claim, (name, whole(count).beside(paper)), Region::Between(paper, paper))
    };
    let [groups, plain] = found[0];
    vec![
        exactly(
            "With move groups the first move can be decided after 187 nodes (here: for a step with 28 shots, which we infer).",
            "2S + s - 1 with 28 shots",
            counts.best_with(SHOTS),
            187.0,
        ),
        exactly("At worst it takes them 2,256.", "S + M", counts.worst(), 2_256.0),
        exactly("Without them it takes 2,176.", "M", counts.plain(), 2_176.0),
        judge::exact(
            "At worst move groups need slightly more nodes than whole moves (2,256 and 2,176; here: a tenth more at most).",
            ("S + M by M", Measured::number(counts.worst() as f64 / counts.plain() as f64, Unit::Decimal)),
            Region::Between(1.000_001, 1.1),
        ),
        judge::exact(
            "At best they need far fewer (187 and 2,176; here: a fifth at most).",
            ("2S + s - 1 by M", Measured::number(counts.best_with(SHOTS) as f64 / counts.plain() as f64, Unit::Decimal)),
            Region::Below(0.2),
        ),
        judge::greater(
            "Real searches of the first move, too, can decide after fewer nodes with move groups than without.",
            ("without move groups", plain_with_interval(plain)),
            ("with move groups", groups),
        )
        .of_ours(),
        judge::below(
            "Real searches come near the best case, within twice its 187 nodes.",
            ("with move groups", groups),
            2.0 * 187.0,
        )
        .of_ours(),
    ]
}

/// Without move groups every search takes the same number: its interval is the number itself.
fn plain_with_interval(plain: Measured) -> Measured {
    Measured { interval: plain.ours.map(|nodes| (nodes, nodes)), ..plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Scale;

    #[test]
    fn the_first_move_is_counted_as_in_the_paper() {
        let conditions = Conditions::of(Scale::Quick, 1);
        let positions = positions(&conditions);
        assert_eq!(positions.len(), PLIES.len());
        let Counted { counts, .. } = &positions[0];
        assert_eq!(
            (counts.steps, counts.moves, counts.worst(), counts.best_with(SHOTS)),
            (80, 2_176, 2_256, 187)
        );
    }

    #[test]
    fn the_drawn_tree_ends_with_the_last_node() {
        let conditions = Conditions::of(Scale::Toy, 1);
        let Drawing::Tree(root) = tree(&positions(&conditions)[0]).drawing else { panic!() };
        // The shots after d1-d7 are the paper's 28.
        assert_eq!(root.children[0].label, "d1-d7");
        assert_eq!(root.children[0].children.last().unwrap().order, Some(187));
        assert_eq!(root.children.last().unwrap().order, Some(80));
        assert_eq!(root.children.last().unwrap().children[0].order, Some(160));
    }

    #[test]
    fn without_groups_a_search_settles_when_all_moves_have_a_node() {
        let start = Position::<Board10x10>::from_setup(&Start::STANDARD.setup()).unwrap();
        assert_eq!(settled_after(&start, Layers::Moves, 2_176, 3), Some(2_176));
        assert_eq!(settled_after(&start, Layers::Moves, 2_000, 3), None);
    }
}
