//! MG-PEO, Figure A1: the use of the processor during one long decision, and its costliest functions, serial and parallel.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agents::{AgentSpec, Task};
use amazons::Game;
use arena::Contest;
use arena::statistics::Summary;
use eval::PlainMgPeo;
use thought::{Control, Limits, Silent};

use crate::conditions::Conditions;
use crate::confidence::Confidence;
use crate::experiment::{Experiment, ExperimentInfo, Paper};
use crate::findings::{
    Axis, Cause, Cell, Drawing, Figure, Findings, Measured, Point, ResultTable, Series, Statement, TableRow,
    Unit,
};
use crate::judge::{self, Region};
use crate::workbench::{LabError, Workbench};

/// MG-PEO, Figure A1.
pub(super) struct Profile;

const ABOUT: ExperimentInfo = ExperimentInfo {
    name: "mgpeo-profile",
    paper: Paper::MgPeo,
    place: "Figure A1",
    title: "One long decision: the use of the processor, and the costliest functions",
    question: "How much of the processor does one decision of MG-PEO use, with the serial and with the parallel evaluation, and \
               which five functions take most of it?",
    original: "one decision of 20 s in the profiler of Visual Studio 2019, in a debug build",
    differences: &[
        "Ours is a release build with symbols, sampled by pprof 250 times a second of processor time; the paper's profile is of \
         a debug build, its experiments of a release build.",
        "A function is the innermost one of ours, or of the thread library, on the stack; three small ones that both modules of \
         the evaluation use count for their caller.",
        "One processor used completely is 100%.",
    ],
};

/// The two builds.
const BUILDS: [(&str, &str); 2] =
    [("mgpeo:eval=mgpeo-plain", "serial"), ("mgpeo:eval=mgpeo-parallel", "parallel")];

/// How many functions are listed.
const LISTED: usize = 5;

/// The time of the decision.
fn limits(conditions: &Conditions) -> Limits {
    conditions.scale.choose(
        Limits::playouts(50),
        Limits::time(Duration::from_secs(4)),
        Limits::time(Duration::from_secs(20)),
        Limits::time(Duration::from_secs(20)),
    )
}

/// What was seen of one decision.
#[derive(Clone, Debug, Default)]
struct Profiled {
    /// Seconds from the start, and the share of one processor that was used since the last point.
    usage: Vec<(f64, f64)>,
    /// The share of samples by function, the costliest first.
    functions: Vec<(String, f64)>,
}

impl Experiment for Profile {
    fn about(&self) -> &'static ExperimentInfo {
        &ABOUT
    }

    fn contests(&self, _conditions: &Conditions) -> Result<Vec<Contest>, LabError> {
        Ok(Vec::new())
    }

    fn other_work(&self, conditions: &Conditions) -> f64 {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        limits(conditions).time.map_or(0.1, |time| time.as_secs_f64()) * (1 + cores) as f64
    }

    fn run(&self, bench: &mut Workbench<'_>, _contests: &[Contest]) -> Result<Findings, LabError> {
        let limits = limits(bench.conditions());
        bench.begin("profiled decisions", BUILDS.len() as u64);
        let mut profiled: [Profiled; 2] = Default::default();
        for (number, ((spec, _), profiled)) in (1..).zip(BUILDS.iter().zip(&mut profiled)) {
            *profiled = profile(spec, &limits);
            bench.done(number)?;
        }
        Ok(Findings {
            tables: vec![usage_table(&profiled), functions_table(&profiled)],
            figures: vec![figure(&profiled)],
            statements: statements(&profiled),
            remarks: vec![format!(
                "The parallel evaluation had {} threads, one for each core; nothing else was run by this program meanwhile.",
                PlainMgPeo::threads()
            )],
        })
    }
}

/// One decision of the first move.
fn profile(spec: &str, limits: &Limits) -> Profiled {
    let mut agent = spec.parse::<AgentSpec>().expect("a program of ours").agent();
    agent.new_game(1);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| usage_over_time(&is_over));
        let functions = sampled(|| {
            // Its move is not asked for, only its cost.
            let _ = agent.decide(&Game::default(), Task::new(limits, &Control::new(), &mut Silent));
        });
        is_over.store(true, Ordering::Relaxed);
        Profiled { usage: watch.join().unwrap_or_default(), functions }
    })
}

/// The use of the processor, again and again until it is over; nothing where the system does not say.
fn usage_over_time(is_over: &AtomicBool) -> Vec<(f64, f64)> {
    let begun = Instant::now();
    let mut usage = Vec::new();
    let mut last = (0.0, processor_seconds());
    while !is_over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(if begun.elapsed() < Duration::from_secs(1) {
            20
        } else {
            250
        }));
        let now = (begun.elapsed().as_secs_f64(), processor_seconds());
        if let (Some(before), Some(after)) = (last.1, now.1) {
            // The clock of the processor ticks a hundred times a second.
            if now.0 - last.0 >= 0.24 {
                usage.push((now.0, (after - before) / (now.0 - last.0)));
                last = now;
            }
        }
    }
    usage
}

/// Seconds of processor time of this program, by Linux's own account: user and system time in hundredths.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// The share of samples by function while some work is done, the costliest first; nothing where no profiler runs.
#[cfg(unix)]
fn sampled(work: impl FnOnce()) -> Vec<(String, f64)> {
    // No stack is read within these libraries: the signal may have come while they hold a lock that reading needs.
    let libraries = ["libc", "libgcc", "pthread", "vdso"];
    let guard = pprof::ProfilerGuardBuilder::default().frequency(250).blocklist(&libraries).build();
    work();
    let Some(report) = guard.ok().and_then(|guard| guard.report().build().ok()) else { return Vec::new() };
    let mut samples: BTreeMap<String, f64> = BTreeMap::new();
    for (stack, &count) in &report.data {
        let symbols = stack.frames.iter().flatten().map(|symbol| {
            let file = symbol.filename.as_ref().map(|file| file.to_string_lossy().into_owned());
            (symbol.name(), file.unwrap_or_default())
        });
        *samples.entry(function_of(symbols)).or_default() += count as f64;
    }
    let all: f64 = samples.values().sum();
    let mut shares: Vec<(String, f64)> =
        samples.into_iter().map(|(function, count)| (function, count / all.max(1.0))).collect();
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    shares
}

#[cfg(not(unix))]
fn sampled(work: impl FnOnce()) -> Vec<(String, f64)> {
    work();
    Vec::new()
}

/// Crates whose functions are named; the thread library counts as one function.
const OURS: [&str; 4] = ["amazons", "eval", "search", "agents"];
const LIBRARY: &str = "thread library (rayon)";

/// Small functions that count for their caller: both modules of the evaluation walk the board with them.
const HELPERS: [&str; 3] = ["inside", "ahead", "for_each_reached"];

/// The innermost function of ours or of the thread library on a stack, which is given with its files, the innermost first.
fn function_of(symbols: impl Iterator<Item = (String, String)>) -> String {
    for (symbol, file) in symbols {
        if file.contains("/rayon") || file.contains("/crossbeam") {
            return LIBRARY.to_owned();
        }
        let name = symbol.split('<').next().unwrap_or_default().rsplit("::").next().unwrap_or_default();
        let is_passed_over = name.is_empty() || name.starts_with('{') || HELPERS.contains(&name);
        if let Some(module) = module_of(&file).filter(|_| !is_passed_over) {
            return format!("{module}::{name}");
        }
    }
    "other".to_owned()
}

/// The module of a source file of ours: `eval::plain` of `crates/eval/src/plain.rs`.
fn module_of(file: &str) -> Option<String> {
    let (_, path) = file.rsplit_once("crates/")?;
    let (krate, module) = path.split_once("/src/")?;
    let module = module.strip_suffix(".rs")?.trim_end_matches("/mod").replace('/', "::");
    OURS.contains(&krate).then(|| format!("{krate}::{module}"))
}

/// The mean use of the processor.
fn usage(profiled: &Profiled) -> Measured {
    let shares: Summary = profiled.usage.iter().map(|&(_, share)| share).collect();
    Measured::mean(&shares, Unit::Share, Confidence::USUAL).not_below_zero()
}

fn usage_table(profiled: &[Profiled; 2]) -> ResultTable {
    let row = |((_, name), profiled): (&(&str, &str), &Profiled)| TableRow {
        name: (*name).to_owned(),
        cells: vec![Cell::from(usage(profiled))],
    };
    ResultTable {
        title: "Use of the processor during the decision, mean over quarters of a second".to_owned(),
        head: ["evaluation", "one processor is 100%"].map(str::to_owned).to_vec(),
        rows: BUILDS.iter().zip(profiled).map(row).collect(),
    }
}

fn functions_table(profiled: &[Profiled; 2]) -> ResultTable {
    let cell = |profiled: &Profiled, rank: usize| match profiled.functions.get(rank) {
        Some((function, share)) => Cell::from(format!("{function}, {}", Unit::Share.write(*share))),
        None => Cell::from("not sampled"),
    };
    let row = |rank: usize| TableRow {
        name: (rank + 1).to_string(),
        cells: profiled.iter().map(|profiled| cell(profiled, rank)).collect(),
    };
    ResultTable {
        title: "The five costliest functions, by their share of the samples (their Figure A1)".to_owned(),
        head: std::iter::once("rank").chain(BUILDS.map(|(_, name)| name)).map(str::to_owned).collect(),
        rows: (0..LISTED).map(row).collect(),
    }
}

fn figure(profiled: &[Profiled; 2]) -> Figure {
    let series = BUILDS.iter().zip(profiled).map(|((_, name), profiled)| Series {
        name: (*name).to_owned(),
        is_paper: false,
        // A decision shorter than a quarter of a second has no curve.
        points: if profiled.usage.is_empty() {
            vec![Point { x: 0.0, y: 0.0, interval: None }]
        } else {
            profiled.usage.iter().map(|&(x, y)| Point { x, y, interval: None }).collect()
        },
    });
    let axis = |label: &str, unit| Axis { label: label.to_owned(), unit, is_logarithmic: false, range: None };
    Figure {
        title: "Use of the processor during one decision (their Figure A1)".to_owned(),
        drawing: Drawing::Lines {
            x: axis("seconds", Unit::Decimal),
            y: axis("one processor is 100%", Unit::Share),
            series: series.collect(),
        },
    }
}

fn statements(profiled: &[Profiled; 2]) -> Vec<Statement> {
    let [serial, parallel] = profiled;
    let share = |profiled: &Profiled, names: &[&str]| {
        let listed = profiled.functions.iter().take(LISTED);
        let found = listed.filter(|(function, _)| names.iter().any(|name| function.contains(name)));
        Measured::number(found.map(|(_, share)| share).sum(), Unit::Share)
    };
    let listed = |claim: &str, name: &str, measured: Measured| {
        let statement = judge::exact(claim, (name, measured), Region::Above(0.0));
        let is_sampled = profiled.iter().all(|profiled| !profiled.functions.is_empty());
        if is_sampled { statement } else { Statement { verdict: Default::default(), ..statement } }
    };
    vec![
        judge::greater(
            "The parallel evaluation uses much more of the processor than the serial one (here: more).",
            ("parallel", usage(parallel)),
            ("serial", usage(serial)),
        ),
        judge::all(
            "Both modules of the evaluation are among the five costliest functions of the serial program.",
            &[
                listed(
                    "",
                    "distance maps among the five",
                    share(serial, &["distances", "distance_maps", "sums"]),
                ),
                listed("", "mobility among the five", share(serial, &["contribution", "mobility"])),
            ],
        ),
        listed(
            "The thread library is among the costliest parts of the parallel program.",
            "thread library among the five",
            share(parallel, &[LIBRARY]),
        )
        .if_not_seen(Cause::Conditions, "Ours is another library, rayon instead of TBB."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::StatementVerdict;

    #[test]
    fn functions_are_named_by_their_files() {
        let stack = |symbols: &[(&str, &str)]| {
            function_of(symbols.iter().map(|(name, file)| ((*name).to_owned(), (*file).to_owned())))
        };
        let plain = "/somewhere/crates/eval/src/plain.rs";
        assert_eq!(stack(&[("add", "core/ops.rs"), ("distances", plain)]), "eval::plain::distances");
        let closures = [("ahead", plain), ("{closure#0}", plain), ("contribution", plain)];
        assert_eq!(
            stack(&closures),
            "eval::plain::contribution",
            "helpers and closures count for their caller"
        );
        assert_eq!(stack(&[("value<amazons::Board10x10>", plain)]), "eval::plain::value");
        let library =
            [("spin", "std/mutex.rs"), ("wait", "/registry/rayon-core-1.13/src/latch.rs"), ("value", plain)];
        assert_eq!(stack(&library), LIBRARY);
        assert_eq!(stack(&[("sleep", "std/thread.rs")]), "other");
        assert_eq!(module_of("crates/search/src/flagship/mod.rs").as_deref(), Some("search::flagship"));
    }

    /// What the paper reports of its own figure.
    #[test]
    fn the_papers_own_profile_supports_its_statements() {
        let of = |usage: f64, functions: &[&str]| Profiled {
            usage: (0..20).map(|second| (f64::from(second), usage + f64::from(second % 2) * 0.01)).collect(),
            functions: functions.iter().map(|name| ((*name).to_owned(), 0.1)).collect(),
        };
        let serial = of(0.1, &["eval::plain::Grid::distances", "eval::plain::Grid::contribution", "other"]);
        let parallel = of(0.8, &[LIBRARY, "eval::plain::Grid::distances"]);
        for statement in statements(&[serial, parallel]) {
            assert_eq!(statement.verdict, StatementVerdict::Seen, "{statement:?}");
        }
    }
}
