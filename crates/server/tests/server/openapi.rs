//! The description of the interface is committed, because the page's types are made from it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use thought::Assessment;
use wire::analysis::{MoveInfo, RootInfo};

use crate::client::Client;

#[test]
fn the_committed_openapi_document_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let own = server::openapi().to_pretty_json().unwrap() + "\n";
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &own).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == own,
        "web/openapi.json is not what the server says: run the test with UPDATE_OPENAPI=1, then `npm run types` in web/"
    );
}

/// The fields of a schema, those of the schemas that it is composed of included.
fn fields(schemas: &Value, schema: &Value) -> BTreeSet<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return fields(schemas, &schemas[name]);
    }
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let own = schema["properties"].as_object().into_iter().flat_map(|properties| properties.keys().cloned());
    own.chain(parts.flat_map(|part| fields(schemas, part))).collect()
}

#[test]
fn assessments_have_the_fields_of_their_schema() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    let schemas = &document["components"]["schemas"];
    let values = [
        ("Assessment", serde_json::to_value(Assessment::default()).unwrap()),
        ("AnalysisRoot", serde_json::to_value(RootInfo::default()).unwrap()),
        ("AnalysisLine", serde_json::to_value(MoveInfo::default()).unwrap()),
    ];
    for (name, value) in values {
        let own: BTreeSet<String> = value.as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields(schemas, &schemas[name]), own, "{name}");
    }
}

#[tokio::test]
async fn the_openapi_document_is_served_and_has_a_page_without_scripts() {
    let client = Client::new();
    let (status, document) = client.get("/api/openapi.json").await;
    assert_eq!(status, 200);
    assert!(document["paths"]["/api/games/{id}/moves"]["post"].is_object(), "{document}");
    // Every operation has a name of its own.
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let mut names: Vec<_> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    // Every type that a path names is there.
    let text = document.to_string();
    for name in text.split("#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(document["components"]["schemas"][name].is_object(), "no schema of {name}");
    }
    let (status, page) = client.get_text("/api/docs").await;
    assert_eq!(status, 200);
    assert!(page.contains("/api/games/{id}/takeback") && !page.contains("<script"), "{page}");
}
