//! The page: every experiment, strips, statements, players, tables.

use std::collections::BTreeSet;

use super::*;
use crate::experiment::Paper;
use crate::experiments::EXPERIMENTS;

/// The part of a page between two texts.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("{start} is missing"));
    rest.split_once(end).unwrap_or_else(|| panic!("{end} is missing")).0
}

#[test]
fn every_experiment_appears_and_what_is_missing_is_named() {
    let results: Vec<ExperimentResult> =
        EXPERIMENTS.iter().map(|experiment| result(experiment.about().name)).collect();
    let page = html(&results);
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        assert!(
            page.contains(&format!("<section class=\"experiment\" id=\"{}\"", about.name)),
            "{}",
            about.name
        );
        assert!(page.contains(&format!("href=\"#{}\"", about.name)));
    }
    assert!(page.contains("2026-11-15") && page.contains("0123abc") && page.contains("A processor at 3 GHz"));
    assert!(!page.contains("Not run."));
    assert!(page.contains("games.sgf") && !page.contains("secret"), "a file's name and not where it lies");
    let empty = html(&[result("of-another-time")]);
    assert_eq!(empty.matches("<strong>Not run.</strong>").count(), EXPERIMENTS.len());
    assert!(empty.contains("has no such experiment: of-another-time"));
}

#[test]
fn a_commit_with_changed_files_is_explained() {
    let explained = "its sources cannot be had again for certain";
    let mut changed = result("uctab-table");
    assert!(!html(&[changed.clone()]).contains(explained));
    changed.provenance.commit.push_str("-dirty");
    assert!(html(&[changed]).contains(explained));
}

#[test]
fn text_is_escaped_and_the_page_asks_for_nothing() {
    let page = html(&[result(EXPERIMENTS[0].about().name)]);
    assert!(!page.contains("<b>\"5") && page.contains("&lt;b&gt;"));
    for word in ["<script", "<link", "<img", "@import", "src=", "url(http"] {
        assert!(!page.contains(word), "{word}");
    }
    let addresses: BTreeSet<&str> =
        page.split("http").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(addresses, BTreeSet::from(["://www.w3.org/2000/svg"]), "names of formats, nothing to fetch");
}

#[test]
fn sentences_are_typeset() {
    assert_eq!(
        prose("the paper's -0.94 (-1 to -0.5), 54 us, use 4-5, 'so'"),
        "the paper\u{2019}s \u{2212}0.94 (\u{2212}1 to \u{2212}0.5), 54 \u{b5}s, use 4-5, 'so\u{2019}"
    );
}

#[test]
fn a_verdict_is_a_word_and_a_mark() {
    let page = html(&[result(EXPERIMENTS[0].about().name)]);
    for (class, word) in [("seen", "seen"), ("not-seen", "not seen"), ("undecided", "undecided")] {
        let (_, badge) = page.split_once(&format!("<span class=\"badge {class}\">")).unwrap();
        let (mark, rest) = badge.split_once("</svg>").unwrap();
        assert!(mark.contains("<path"));
        assert!(rest.starts_with(&format!("{word}</span>")), "{}", &rest[..20]);
    }
    assert!(page.contains("<b>1 of 3</b> statements seen, 1 undecided; not seen: "));
}

#[test]
fn a_strip_has_a_square_for_each_statement_of_the_paper() {
    let results: Vec<ExperimentResult> =
        EXPERIMENTS.iter().map(|experiment| result(experiment.about().name)).collect();
    let page = html(&results);
    let mut own = 0;
    for paper in Paper::ALL {
        let experiments = EXPERIMENTS.iter().filter(|experiment| experiment.about().paper == paper).count();
        if paper == Paper::Otrera {
            own += 4 * experiments;
            continue;
        }
        own += experiments;
        let strip = between(&page, &format!("aria-label=\"Statements of {}\"", paper.name()), "</ol>");
        assert_eq!(strip.matches("<svg").count(), 3 * experiments, "{}", paper.name());
        assert!(!strip.contains("of Ours"));
        for target in strip.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(page.contains(&format!("<li id=\"{target}\">")), "{target}");
        }
    }
    let strip = between(&page, "aria-label=\"Our own questions\"", "</ol>");
    assert_eq!(strip.matches("<svg").count(), own);
    let (seen, chance) = (page.matches("seen: &lt;b&gt;").count(), "would fall by a correction");
    assert!(seen > 0 && page.contains(chance));
    assert!(page.contains("Its fifty opponents cannot be had"));
}

#[test]
fn our_own_questions_stand_apart() {
    let page = html(&[result("uctab-table")]);
    let papers = between(&page, "<h4>The paper\u{2019}s statements</h4>", "<h4>");
    let ours = between(&page, "<h4>Our own questions</h4>", "<h4>");
    assert_eq!((papers.matches("<li").count(), ours.matches("<li").count()), (3, 1));
    assert!(!papers.contains("of Ours") && !ours.contains("of Paper"));
    let page = html(&[result("otrera-field")]);
    assert!(!page.contains("<h4>The paper\u{2019}s statements</h4>"), "an experiment of ours has no paper");
}

#[test]
fn a_cause_is_shown_for_statements_that_were_not_seen_only() {
    let page = html(&[result("uctab-table")]);
    assert_eq!(page.matches("class=\"cause\"").count(), 1);
    assert!(page.contains("<span class=\"cause\">the conditions</span> Reason of NotSeen.</p>"));
    assert!(!page.contains("eason of Seen") && !page.contains("eason of Undecided"));
    assert!(page.contains("(the conditions)"), "the sentence of the paper names the cause too");
}

#[test]
fn verdicts_that_a_correction_would_change_are_counted() {
    let page = html(&[result("uctab-table")]);
    assert!(page.contains("1 of 2 verdicts that rest on chance would fall by a correction for their number"));
    let mut old = result("uctab-table");
    old.findings.statements.iter_mut().for_each(|statement| statement.is_robust = None);
    assert!(html(&[old]).contains("do not say how many verdicts would fall"));
}

#[test]
fn every_player_is_listed_once() {
    let page = html(&[result("uctab-table"), result("egreedy-table")]);
    assert_eq!(page.matches("alphabeta:depth=2,eval=territory").count(), 1);
    assert_eq!(page.matches("<code>uct</code>").count(), 1);
    let link = between(&page, "<a class=\"player\" href=\"#", "\"");
    assert!(page.contains(&format!("<tr id=\"{link}\">")));
    assert_eq!(page.matches(">alphabeta depth 2 territory</a>").count(), 2, "in both experiments");
    let mut other = result("uctab-table");
    other.findings.remarks = vec!["It lost to alphabeta:depth=2,eval=territory, uct.".to_owned()];
    other.findings.tables[0].rows[0].name = "alphabeta:depth=2,eval=territory".to_owned();
    let page = html(&[other]);
    assert!(page.contains("It lost to alphabeta depth 2 territory, uct."));
    assert_eq!(
        page.matches("alphabeta:depth=2,eval=territory").count(),
        1,
        "short names in tables and remarks"
    );
}

#[test]
fn tables_carry_the_papers_numbers_and_none_of_ours() {
    let page = html(&[result("uctab-table")]);
    assert!(page.contains("<span class=\"theirs-number\">(their Table 7)</span>"));
    assert_eq!(
        page.matches("class=\"theirs-number\"").count(),
        1,
        "figures without a number of the paper have none"
    );
    for caption in page.split("<figcaption>").skip(1) {
        assert!(!caption.starts_with("<b>Figure "), "{}", &caption[..20]);
    }
}

#[test]
fn intervals_have_the_confidence_of_their_scale() {
    let mut faithful = result("uctab-table");
    faithful.conditions.scale = Scale::Faithful;
    let (quick, faithful) = (html(&[result("uctab-table")]), html(&[faithful]));
    assert!(quick.contains("95% intervals below our figures") && !quick.contains("99%"));
    assert!(faithful.contains("99% intervals below our figures") && faithful.contains("five looks"));
    assert!(!faithful.contains("95%"));
}

/// Files of results of earlier versions have neither sources nor causes.
#[test]
fn results_of_earlier_versions_are_shown() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lab/earlier_results");
    let results = crate::load_all(&folder).unwrap();
    assert!(!results.is_empty());
    let page = html(&results);
    let strip = between(&page, "aria-label=\"Statements of EGREEDY\"", "</ol>");
    assert!(
        strip.contains("<svg") && !strip.contains("Of ours:"),
        "a claim that calls itself ours is not the paper's"
    );
    let mut ids = BTreeSet::new();
    for id in page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(ids.insert(id), "{id} twice");
    }
    for target in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(ids.contains(target), "{target} is missing");
    }
}

#[test]
fn every_paper_has_its_errors_and_what_was_not_made() {
    let page = html(&[]);
    for (id, next) in [("not-made", "id=\"errors\""), ("errors", "id=\"provenance\"")] {
        let list = between(&page, &format!("<section class=\"appendix\" id=\"{id}\">"), next);
        for paper in Paper::ALL.into_iter().filter(|paper| *paper != Paper::Otrera) {
            assert!(list.contains(&format!("<h3>{}</h3>", paper.name())), "{id}: {}", paper.name());
        }
    }
}

#[test]
fn figures_stand_beside_the_papers() {
    let page = html(&[result(EXPERIMENTS[0].about().name)]);
    let cell = "<td><span class=\"ours\">75%</span><span class=\"interval\">41 to 93</span>\
                <span class=\"theirs\">paper 71%</span></td>";
    assert!(page.contains(cell));
    assert!(
        page.contains("<td><span class=\"ours\">\u{2013}</span><span class=\"theirs\">paper 8%</span></td>")
    );
    assert!(page.contains("n\u{a0}=\u{a0}8 each"));
    let mut other = result(EXPERIMENTS[0].about().name);
    other.findings.tables[0].rows[0].cells[1] = Cell::from(Measured::share(3, 9, Confidence::USUAL));
    let page = html(&[other]);
    let head = |of| format!("<th scope=\"col\">mobility<span class=\"of\">n\u{a0}=\u{a0}{of}</span></th>");
    assert!(
        page.contains(&head(8)) && !page.contains("each."),
        "a number that a column shares stands in its head"
    );
}
