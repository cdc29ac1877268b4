//! The texts that name players.

use agents::{AgentError, AgentSpec, Contender, PLAYERS, SpecError, Task};
use amazons::Game;
use proptest::prelude::*;
use testkit::{game_at, game_on, network_files};
use thought::{Control, Decision, Limits, Silent};

fn decide(spec: &AgentSpec, game: &Game) -> Result<Decision, AgentError> {
    spec.agent().decide(game, Task::new(&Limits::nodes(50), &Control::new(), &mut Silent))
}

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
    assert!(matches!("cmd:./engine".parse::<AgentSpec>(), Err(SpecError::Program { .. })));
}

#[test]
fn any_text_is_refused_or_written_back() {
    let text = "(random|mgpeo|uct|alphabeta|greedy|egreedy|[a-z-]{0,9})(:[a-z=,.+0-9-]{0,24})?";
    let quoted = "(greedy|deepening):(eval=net:|hash=|[a-z\",@]){0,6}";
    let text = prop_oneof![text, quoted];
    proptest!(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) }, |(text in text)| {
        if let Ok(spec) = text.parse::<AgentSpec>() {
            prop_assert_eq!(spec.to_string().parse::<AgentSpec>(), Ok(spec.clone()));
            prop_assert_eq!(AgentSpec::with_files(&text), Ok(spec));
        }
    });
}

#[test]
fn a_network_is_an_evaluation_like_any_other() {
    let folder = network_files(&["a.net", "a,b@c.net"]);
    let plain = format!("net:{}", folder.path().join("a.net").display());
    let odd = format!("net:\"{}\"", folder.path().join("a,b@c.net").display());
    for (text, written) in [
        (format!("deepening:eval={plain}"), format!("deepening:eval={plain}")),
        (format!("deepening:eval={odd},hash=64"), format!("deepening:eval={odd},hash=64")),
        (format!("greedy:multipv=2,eval={odd}"), format!("greedy:multipv=2,eval={odd}")),
        (format!("greedy:eval={}", plain.replace("net:", "net:\"") + "\""), format!("greedy:eval={plain}")),
    ] {
        let spec = AgentSpec::with_files(&text).unwrap();
        assert_eq!(spec.to_string(), written);
        assert_eq!(AgentSpec::with_files(&written), Ok(spec.clone()));
        assert_eq!(text.parse::<Contender>(), Ok(Contender::Player(spec.clone())));
        assert_eq!(spec.network_digests(), [testkit::network().digest()]);
        decide(&spec, &game_on("6x6")).unwrap();
    }
    assert!(AgentSpec::with_files("deepening").unwrap().network_digests().is_empty());
}

#[test]
fn a_network_of_the_flagship_in_a_file_has_its_digest() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/nets/otrera.net");
    let bytes = std::fs::read(file).unwrap();
    let third = bytes.split(|&byte| byte == b'\n').nth(2).unwrap();
    let spec = AgentSpec::with_files(&format!("otrera:eval=net:\"{file}\"")).unwrap();
    assert_eq!(spec.network_digests(), [String::from_utf8(third.to_vec()).unwrap()]);
    assert!(AgentSpec::with_files("otrera").unwrap().network_digests().is_empty());
}

/// A text from elsewhere tells nothing of the files here: what is there and what is not have one answer.
#[test]
fn files_are_read_for_the_keyboard_only() {
    let folder = network_files(&["a.net"]);
    let there = folder.path().join("a.net");
    let mut set: AgentSpec = "deepening".parse().unwrap();
    for path in [there.as_path(), "/etc/passwd".as_ref(), "no/such.net".as_ref()] {
        let path = path.display();
        let refused = format!(
            "eval of deepening: \"net:{path}\" names a file, and files are read only for the command line: \
             use one of the evaluations by name"
        );
        assert_eq!(said(&format!("deepening:eval=net:{path}")), refused);
        assert_eq!(set.set("eval", &format!("net:{path}")).unwrap_err().to_string(), refused);
    }
    assert_eq!(set.to_string(), "deepening");
    assert!(said("net:/etc/passwd").starts_with("no player is called \"net\""));
}

#[test]
fn a_file_that_is_no_network_is_explained() {
    let folder = network_files(&[]);
    let path = folder.path().join("rubbish.net").display().to_string();
    std::fs::write(&path, "(;GM[18])\n").unwrap();
    let without_files = said;
    let said = |text: &str| AgentSpec::with_files(text).unwrap_err().to_string();
    let missing = said("greedy:eval=net:no/such.net,multipv=2");
    assert!(missing.starts_with("eval of greedy: network no/such.net: No such file"), "{missing}");
    let rubbish = format!("greedy:eval=net:{path}");
    let begun = format!("eval of greedy: network {path}: it does not begin with \"otrera-network 1\"");
    assert!(said(&rubbish).starts_with(&begun), "{}", said(&rubbish));
    assert_eq!(
        said("deepening:hash=64,eval=net:\"a,b.net,order=generation"),
        "`eval=net:\"a,b.net,order=generation` has an opening quote and no closing one"
    );
    assert!(said("greedy:eval=net:a\"b\"c").contains("has a quote out of place"));
    let unknown = said("alphabeta:eval=teritory");
    assert!(
        unknown.contains("did you mean territory?") && unknown.ends_with("thesis-bits-160, net:FILE"),
        "{unknown}"
    );
    assert!(!without_files("alphabeta:eval=teritory").contains("net:FILE"));
}

#[test]
fn a_board_that_a_network_cannot_read_is_an_error() {
    let folder = network_files(&["a.net"]);
    let eval = format!("net:{}", folder.path().join("a.net").display());
    let large = game_at(&format!("Q14/{}14q w", "15/".repeat(13)));
    for player in ["greedy", "deepening", "uct-eval", "otrera"] {
        let spec = AgentSpec::with_files(&format!("{player}:eval={eval}")).unwrap();
        let error = decide(&spec, &large).unwrap_err();
        assert_eq!(error, AgentError::Board(spec.check_board(large.position().size()).unwrap_err()));
        let words = format!("{eval} reads boards of at most 10x10, and this is 15x15");
        assert_eq!(error.to_string(), words);
        decide(&spec, &game_on("10x10")).unwrap();
    }
    decide(&"greedy".parse().unwrap(), &large).unwrap();
}

#[test]
fn the_book_is_used_at_full_strength_unless_it_was_set() {
    for (text, used) in [
        ("otrera", "otrera:book=on"),
        ("otrera:level=0", "otrera:level=0,book=on"),
        ("otrera:level=4", "otrera:level=4"),
        ("otrera:book=off", "otrera:book=off"),
        ("alphabeta", "alphabeta"),
    ] {
        let mut spec: AgentSpec = text.parse().unwrap();
        spec.use_book();
        assert_eq!(spec.to_string(), used);
    }
    // What interfaces send.
    assert_eq!("otrera:book=true".parse::<AgentSpec>().unwrap().to_string(), "otrera:book=on");
}
