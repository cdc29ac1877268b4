//! The texts that name players.

use agents::{AgentSpec, PLAYERS, SpecError};
use proptest::prelude::*;

fn said(text: &str) -> String {
    text.parse::<AgentSpec>().unwrap_err().to_string()
}

#[test]
fn a_spec_is_written_as_it_was_read() {
    for text in
        ["random", "alphabeta:depth=3", "mgpeo:rollouts=4+5,c=0.5,groups=off", "uct:draw=steps,formula=ucb1"]
    {
        assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
    }
    // A word that only one parameter takes needs no name.
    let printed: AgentSpec = "course-iterative:as-printed".parse().unwrap();
    assert_eq!(printed.to_string(), "course-iterative:choice=as-printed");
    let rays: AgentSpec = "course-iterative:as-printed,rays".parse().unwrap();
    assert_eq!(rays.to_string(), "course-iterative:choice=as-printed,generation=rays");
    let mut spec: AgentSpec = "uct:draw=steps".parse().unwrap();
    spec.set("draw", "uniform").unwrap();
    assert_eq!(spec.to_string(), "uct:draw=uniform");
    assert_eq!(spec, "uct:draw=uniform".parse().unwrap());
}

/// Older games and documents name them so.
#[test]
fn former_words_are_read_and_written_as_todays() {
    for (former, today) in [
        ("egreedy:greed=inverted", "egreedy:greed=eps"),
        ("egreedy:greed=mostly,epsilon=0.3", "egreedy:greed=one-minus-eps,epsilon=0.3"),
        ("egreedy:nodes=path,scope=global", "egreedy:nodes=path,scope=global"),
        ("egreedy:as-printed", "egreedy:reading=as-printed"),
        ("egreedy-uct:rollout=candidates", "egreedy-uct:rollout=candidates"),
    ] {
        assert_eq!(former.parse::<AgentSpec>().unwrap().to_string(), today);
    }
    assert_eq!(
        said("egreedy:greed=nothing"),
        "greed of egreedy cannot be \"nothing\": it takes eps or one-minus-eps"
    );
}

/// The defaults are what the paper's own sections and algorithms say of each.
#[test]
fn egreedys_players_are_the_papers() {
    let value = |player: &str, name: &str| {
        let spec: AgentSpec = player.parse().unwrap();
        spec.parameters().into_iter().find(|parameter| parameter.name == name).unwrap().value.to_string()
    };
    for (name, expected) in
        [("epsilon", "0.1"), ("greed", "eps"), ("reading", "sections"), ("scope", "amazon"), ("nodes", "one")]
    {
        assert_eq!(value("egreedy", name), expected);
    }
    for player in ["egreedy-minimax", "egreedy-alphabeta", "egreedy-dfs", "egreedy-bfs"] {
        let settings = ["scope", "candidates", "growth"].map(|name| value(player, name));
        assert_eq!(settings, ["global", "12", "0"], "the best 48 of all");
    }
    assert_eq!(value("egreedy-uct", "actions"), "all");
}

#[test]
fn every_default_is_allowed_and_every_player_can_be_made() {
    for info in PLAYERS {
        let mut spec: AgentSpec = info.name.parse().unwrap();
        for parameter in info.parameters() {
            spec.set(parameter.name, &parameter.value.to_string()).unwrap();
        }
        assert_eq!(spec.agent().name(), spec.to_string());
        assert!(!info.summary.is_empty() && !info.paper.is_empty());
    }
    let mut names: Vec<&str> = PLAYERS.iter().map(|info| info.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), PLAYERS.len(), "no name twice");
}

#[test]
fn a_wrong_spec_is_explained() {
    assert_eq!(
        said("alphbeta"),
        "no player is called \"alphbeta\" (did you mean alphabeta?); `otrera agents` lists them all"
    );
    assert_eq!(said("zzz"), "no player is called \"zzz\"; `otrera agents` lists them all");
    assert_eq!(
        said("alphabeta:dept=2"),
        "alphabeta has no parameter \"dept\" (did you mean depth?); it has depth, eval, order, multipv"
    );
    assert_eq!(
        said("alphabeta:depth=0"),
        "depth of alphabeta cannot be \"0\": it takes a whole number from 1 to 64"
    );
    assert_eq!(
        said("alphabeta:depth=+2"),
        "depth of alphabeta cannot be \"+2\": it takes a whole number from 1 to 64"
    );
    assert!(said("alphabeta:eval=teritory").starts_with(
        "eval of alphabeta cannot be \"teritory\" (did you mean territory?): it takes mgpeo, mgpeo-plain,"
    ));
    assert_eq!(said("uct:c=nan"), "c of uct cannot be \"nan\": it takes a number from 0 to 100");
    assert_eq!(
        said("mgpeo:rollouts=4+"),
        "rollouts of mgpeo cannot be \"4+\": it takes numbers of plies below 100 with + between them"
    );
    assert_eq!(
        said("uct:quickly"),
        "expected `key=value`, found `quickly`: write the parameters with commas between them"
    );
    assert!(matches!("".parse::<AgentSpec>(), Err(SpecError::Name { .. })));
}

#[test]
fn any_text_is_refused_or_written_back() {
    let text = "(random|mgpeo|uct|alphabeta|greedy|egreedy|[a-z-]{0,9})(:[a-z=,.+0-9-]{0,24})?";
    proptest!(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) }, |(text in text)| {
        if let Ok(spec) = text.parse::<AgentSpec>() {
            prop_assert_eq!(spec.to_string().parse::<AgentSpec>(), Ok(spec));
        }
    });
}
