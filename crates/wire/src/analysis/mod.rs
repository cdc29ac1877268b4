//! Analysis of many positions at once: a JSON object a line in, objects a line out, after KataGo's analysis engine.
//!
//! `docs/protocols.md` documents every field. Scores and chances are White's throughout, as everywhere in JSON.
//!
//! ```
//! use wire::analysis::{Request, read};
//! let (request, warnings) = read(r#"{"id": "a", "moves": ["d1-d7/g7"], "maxNodes": 100}"#).unwrap();
//! assert!(matches!(request, Request::Query(query) if query.moves.len() == 1) && warnings.is_empty());
//! let refusal = read(r#"{"id": "b", "moves": ["d1-d77/g7"]}"#).unwrap_err();
//! assert_eq!((refusal.id.as_deref(), refusal.field), (Some("b"), Some("moves")));
//! ```

mod answer;
mod request;

pub use answer::{
    Acknowledgement, Answer, MoveInfo, NoResult, Refusal, RegionInfo, RootInfo, Territory, Warning,
};
pub use request::{Action, Query, Request, read};
