//! SGF: what the format's specification and Little Golem say, and what must survive.

use amazons::notation::sgf;
use amazons::{Color, Record, Start};

fn one(text: &str) -> Record {
    let mut records = sgf::from_text(text).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn moves(record: &Record) -> Vec<String> {
    record.main_line().filter_map(amazons::RecordNode::mv).map(|mv| mv.to_string()).collect()
}

#[test]
fn black_of_the_specification_is_our_white() {
    let record = one("(;FF[4]GM[18]SZ[10]PB[Ann]PW[Bob]RE[B+R];B[djddgd];W[dadcjc])");
    assert_eq!(moves(&record), ["d1-d7/g7", "d10-d8/j8"]);
    assert_eq!(record.players.white.as_deref(), Some("Ann"));
    assert_eq!(record.players.black.as_deref(), Some("Bob"));
    let result = record.result.unwrap();
    assert_eq!((result.winner, result.how.as_str()), (Color::White, "R"));
}

#[test]
fn white_of_little_golem_is_our_white() {
    let record = one("(;EV[amzn.x.1]PB[Ann]PW[Bob];W[g1-g7/d7];B[d10-d8/j2];W[resign])");
    assert_eq!(moves(&record), ["g1-g7/d7", "d10-d8/j2"]);
    assert_eq!(record.players.white.as_deref(), Some("Bob"));
    assert_eq!(record.event.as_deref(), Some("amzn.x.1"));
    assert_eq!(record.result.unwrap().winner, Color::Black);
}

#[test]
fn whoever_moves_a_top_amazon_first_is_our_black() {
    let record = one("(;GM[18];B[dadcjc];W[djdhdg])");
    assert_eq!(record.start().turn(), Color::Black);
    assert_eq!(moves(&record), ["d10-d8/j8", "d1-d3/d4"]);
    let again = one(&sgf::to_text(&record));
    assert_eq!(again, record);
}

#[test]
fn pieces_are_placed_by_points_and_rectangles() {
    let record = one("(;GM[18]SZ[4:3]AB[aa]AW[dc]AA[bb:cb][ab]PL[W]KV[k3:a2=2]KN[7])");
    assert_eq!(record.start().to_setup().to_fen(), "Q3/***1/3q b - - 13 7 k3:a2=2");
    assert_eq!(one(&sgf::to_text(&record)), record);
}

#[test]
fn comments_variations_and_strange_properties_survive() {
    let text = "(;FF[4]GM[18]CA[UTF-8]AP[Otrera]SZ[10]EV[a \\] b]C[root \\\\ \nsecond line]XX[a\\:b][c\\]]
;B[djddgd]C[good: \\[really\\]?]
(;W[dadcjc]BM[1]
;B[gjgigh])
(;W[gagbga]
;C[only talk]
(;B[gjgigh])
(;B[gjghgi])))
";
    let record = one(text);
    assert_eq!(record.event.as_deref(), Some("a ] b"));
    let root = record.node(Record::ROOT);
    assert_eq!(root.comment.as_deref(), Some("root \\ \nsecond line"));
    assert_eq!(root.other[0].values, ["a\\:b", "c\\]"]);
    let first = record.node(root.children()[0]);
    assert_eq!(first.comment.as_deref(), Some("good: [really]?"));
    assert_eq!(first.children().len(), 2);
    let talk = record.node(record.node(first.children()[1]).children()[0]);
    assert_eq!((talk.mv(), talk.children().len()), (None, 2));
    let written = sgf::to_text(&record);
    assert_eq!(written, text.replace("\\[really\\]", "[really\\]"));
    assert_eq!(one(&written), record);
}

#[test]
fn a_file_may_hold_many_games_and_words_before_them() {
    let records = sgf::from_text("From: me (really)\n\n(;GM[18]SZ[6])\n(;GM[18]SZ[4])").unwrap();
    let sizes: Vec<String> = records.iter().map(|record| record.start().size().to_string()).collect();
    assert_eq!(sizes, ["6x6", "4x4"]);
}

#[test]
fn latin_1_is_read_where_utf_8_is_not_written() {
    let mut bytes = b"(;GM[18]PB[J".to_vec();
    bytes.extend([0xfc, b'r', b'g', b']', b')']);
    let records = sgf::from_bytes(&bytes).unwrap();
    assert_eq!(records[0].players.white.as_deref(), Some("Jürg"));
}

#[test]
fn a_record_nested_a_hundred_thousand_deep_neither_overflows_nor_hangs() {
    let text = format!("(;GM[18]{}{}", "(;C[x]".repeat(100_000), ")".repeat(100_001));
    let record = one(&text);
    assert_eq!(record.main_line().count(), 100_001);
    assert_eq!(one(&sgf::to_text(&record)), record);
}

#[test]
fn little_golem_is_written_from_the_standard_start_only() {
    let text = "(;EV[e]PB[Ann]PW[Bob];W[g1-g7/d7];B[d10-d8/j2])\n";
    assert_eq!(sgf::to_little_golem(&one(text)).unwrap(), text);
    let six = Record::new(
        amazons::AnyPosition::from_setup(&Start::of("6x6".parse().unwrap()).unwrap().setup()).unwrap(),
    );
    assert!(sgf::to_little_golem(&six).is_err());
}

#[test]
fn a_resignation_counts_on_the_main_line_only_and_decides() {
    let record = one("(;GM[18](;B[djddgd])(;B[resign]C[tired]))");
    assert_eq!(record.result, None);
    let variation = record.node(record.node(Record::ROOT).children()[1]);
    assert_eq!(variation.comment.as_deref(), Some("tired\nWhite resigns"));
    assert_eq!(one(&sgf::to_text(&record)), record);
    let record = one("(;GM[18]RE[?];B[djddgd];W[resign])");
    assert_eq!(record.result.as_ref().unwrap().winner, Color::White);
    assert_eq!(record.main_line().count(), 2, "the resignation itself is no node");
    assert_eq!(one(&sgf::to_text(&record)), record);
    let record = one("(;PB[one]PW[two];W[resign])");
    assert_eq!(record.players.white.as_deref(), Some("two"));
    assert_eq!(record.result.as_ref().unwrap().winner, Color::Black);
    assert_eq!(record.start().turn(), Color::White);
}

#[test]
fn an_undecided_result_is_kept() {
    let record = one("(;GM[18]RE[Void];B[djddgd])");
    assert_eq!(record.result, None);
    assert!(sgf::to_text(&record).contains("RE[Void]"));
}

#[test]
fn two_moves_in_a_node_are_refused() {
    for text in ["(;GM[18];B[djddgd]W[dadcjc])", "(;GM[18];B[djddgd][djdedd])"] {
        let said = sgf::from_text(text).unwrap_err().to_string();
        assert!(said.starts_with("a node holds one move"), "{said}");
    }
}

#[test]
fn records_are_equal_where_they_say_the_same() {
    let mut record = one("(;GM[18];B[djddgd](;W[dadcjc])(;W[gagbga]))");
    let first = record.node(Record::ROOT).children()[0];
    let second = record.node(first).children()[1];
    let before = record.clone();
    record.promote(second);
    assert_ne!(record, before);
    assert_eq!(one(&sgf::to_text(&record)), record);
    record.promote(before.node(first).children()[0]);
    assert_eq!(record, before);
    record.node_mut(second).comment = Some(String::new());
    assert_ne!(record, before);
}
