//! The description of the interface: OpenAPI 3.1, made from the table of routes and the types that go over it.

use std::sync::LazyLock;

use parlor_protocol::room::{Frame, Refused, Request};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::access::{At, Endpoint, Needs, Row};
use crate::accounts::wire as accounts;
use crate::health::wire as health;
use crate::play::wire as play;
use crate::records::wire as records;
use crate::tables::wire as tables;

/// The description as a text, the same for every server of this version.
pub fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut text = serde_json::to_string_pretty(&description()).unwrap_or_default();
        text.push('\n');
        text
    });
    &TEXT
}

/// The description and the JSON Schemas of the messages of streams, each with its name.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("openapi", description()),
        ("frame", schemars::schema_for!(Frame).to_value()),
        ("request", schemars::schema_for!(Request).to_value()),
        ("account-frame", schemars::schema_for!(play::AccountFrame).to_value()),
    ]
}

/// What goes over a route.
struct Shape {
    /// The body of the request.
    asks: Option<Schema>,
    /// The status and the body of what is answered, with its kind.
    answers: (u16, Option<(&'static str, Schema)>),
    /// What may stand after `?`.
    query: Option<Schema>,
}

const JSON: &str = "application/json";

fn description() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut schemas = settings.into_generator();
    let refused = schemas.subschema_for::<Refused>();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in Endpoint::ALL {
        let row = endpoint.row();
        let shape = shape(endpoint, &mut schemas);
        let operation = operation(endpoint, &row, shape, &refused);
        let path = paths.entry(row.path).or_insert_with(|| json!({}));
        path[row.method.as_str().to_lowercase()] = operation;
    }
    let definitions = schemas.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Turn-based tabletop games over the network. docs/reference/api.md tells it in words.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "parlor"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    })
}

fn operation(endpoint: Endpoint, row: &Row, shape: Shape, refused: &Schema) -> Value {
    let refusal =
        |words: &str| json!({"description": words, "content": {JSON: {"schema": refused}}});
    let (status, answer) = shape.answers;
    let mut answers = Map::new();
    let content = answer.map(|(kind, schema)| json!({kind: {"schema": schema}}));
    answers.insert(
        status.to_string(),
        match content {
            Some(content) => json!({"description": "It is done.", "content": content}),
            None => json!({"description": "It is done."}),
        },
    );
    if endpoint == Endpoint::Record {
        // The whole record of a match that is over is a text.
        answers["200"]["content"]["text/plain"] = json!({"schema": {"type": "string"}});
    }
    if endpoint == Endpoint::OpenSession {
        let again = answers["201"].clone();
        answers.insert("200".to_owned(), again);
    }
    for (status, words) in refusals(row) {
        answers.insert(status.to_string(), refusal(words));
    }
    let mut operation = json!({
        "operationId": operation_id(endpoint),
        "summary": row.about,
        "parameters": parameters(row, shape.query.as_ref()),
        "responses": answers,
    });
    if let Some(asks) = shape.asks {
        operation["requestBody"] = json!({
            "required": endpoint != Endpoint::Join,
            "content": {JSON: {"schema": asks}},
        });
    }
    operation["security"] = match row.needs {
        Needs::Nothing => json!([{}, {"session": []}, {"token": []}]),
        Needs::Scope(accounts::Scope::Account) => json!([{"session": []}]),
        Needs::Scope(_) => json!([{"session": []}, {"token": []}]),
    };
    operation
}

/// What a route may refuse, by its row.
fn refusals(row: &Row) -> Vec<(u16, &'static str)> {
    // A token that is worth nothing, a body that is too large, and too much of anything are refused everywhere.
    let mut refusals = vec![
        (400, "The request cannot be read."),
        (401, "The server does not know who you are."),
        (408, "The request did not come in time."),
        (413, "The body is too large."),
        (429, "Too often, or too many. Retry-After says when to try again."),
        (503, "Not now. Nothing was changed."),
    ];
    if row.path.contains('{') {
        refusals.push((404, "There is no such thing."));
    }
    if row.is_unsafe() || row.needs != Needs::Nothing || row.at == At::Watcher {
        refusals
            .push((403, "A page of another site, or not for this token, or not at this table."));
    }
    if row.is_unsafe() || row.at == At::Watcher {
        refusals.push((409, "It does not fit what is there now."));
    }
    if row.is_unsafe() {
        refusals.push((422, "Something in the request is wrong."));
    }
    if row.is_upgrade {
        refusals.push((426, "This address is for WebSockets."));
    }
    refusals
}

fn parameters(row: &Row, query: Option<&Schema>) -> Vec<Value> {
    let in_path = row.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = in_path
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    let fields = query.and_then(|query| query.get("properties")?.as_object());
    for (name, schema) in fields.into_iter().flatten() {
        parameters.push(json!({"name": name, "in": "query", "required": false, "schema": schema}));
    }
    if row.needs == Needs::Scope(accounts::Scope::Tables) {
        parameters.push(json!({
            "name": "Idempotency-Key",
            "in": "header",
            "required": false,
            "description": "A word that you make up: the same request with the same key is answered again, and not done again.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
        }));
    }
    parameters
}

fn shape(endpoint: Endpoint, schemas: &mut SchemaGenerator) -> Shape {
    use Endpoint as E;
    let nothing = Shape { asks: None, answers: (204, None), query: None };
    let answers =
        |status, schema| Shape { asks: None, answers: (status, Some((JSON, schema))), query: None };
    match endpoint {
        E::FrontPage => text_shape(),
        E::Healthz | E::Readyz => answers(200, schemas.subschema_for::<health::Health>()),
        E::Description => answers(200, Schema::from(Map::new())),
        E::Games => answers(200, schemas.subschema_for::<health::Games>()),
        E::Game => answers(200, schemas.subschema_for::<health::GameBox>()),
        E::OpenSession => answers(201, schemas.subschema_for::<accounts::Session>()),
        E::EndSession | E::RevokeToken | E::RevokeBotToken => nothing,
        E::Account => answers(200, schemas.subschema_for::<accounts::AccountInfo>()),
        E::Rename => both::<accounts::Rename, accounts::AccountInfo>(200, schemas),
        E::Tokens | E::BotTokens => answers(200, schemas.subschema_for::<accounts::Tokens>()),
        E::NewToken | E::NewBotToken => {
            both::<accounts::NewToken, accounts::TokenSecret>(201, schemas)
        }
        E::Bots => answers(200, schemas.subschema_for::<accounts::Bots>()),
        E::NewBot => both::<accounts::NewBot, accounts::BotWithToken>(201, schemas),
        E::Tables => Shape {
            query: Some(query::<tables::TablesQuery>()),
            ..answers(200, schemas.subschema_for::<tables::Tables>())
        },
        E::NewTable => both::<tables::NewTable, tables::TableInfo>(201, schemas),
        E::Table | E::Leave | E::Start => {
            answers(200, schemas.subschema_for::<tables::TableInfo>())
        }
        E::Join => both::<tables::Join, tables::TableInfo>(200, schemas),
        E::Command => both::<Request, Frame>(200, schemas),
        E::Now => answers(200, schemas.subschema_for::<Frame>()),
        E::Stream => stream::<Frame>(200, schemas),
        E::Socket => stream::<Frame>(101, schemas),
        E::AccountStream => Shape { query: None, ..stream::<play::AccountFrame>(200, schemas) },
        E::AccountSocket => Shape { query: None, ..stream::<play::AccountFrame>(101, schemas) },
        E::Record => answers(200, schemas.subschema_for::<records::OwnRecord>()),
    }
}

fn text_shape() -> Shape {
    let text = Schema::try_from(json!({"type": "string"})).unwrap_or_default();
    Shape { asks: None, answers: (200, Some(("text/plain", text))), query: None }
}

fn both<A: JsonSchema, B: JsonSchema>(status: u16, schemas: &mut SchemaGenerator) -> Shape {
    Shape {
        asks: Some(schemas.subschema_for::<A>()),
        answers: (status, Some((JSON, schemas.subschema_for::<B>()))),
        query: None,
    }
}

/// Frames that come one by one: over a WebSocket they are the messages after the upgrade.
fn stream<F: JsonSchema>(status: u16, schemas: &mut SchemaGenerator) -> Shape {
    let frame = schemas.subschema_for::<F>();
    let kind = if status == 101 { JSON } else { "application/x-ndjson" };
    Shape {
        asks: None,
        answers: (status, Some((kind, frame))),
        query: Some(query::<play::StreamQuery>()),
    }
}

/// The fields of a query, in full: they become parameters one by one.
fn query<Q: JsonSchema>() -> Schema {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<Q>()
}

/// `NewBotToken` as `new-bot-token`.
fn operation_id(endpoint: Endpoint) -> String {
    let mut id = String::new();
    for letter in format!("{endpoint:?}").chars() {
        if letter.is_ascii_uppercase() && !id.is_empty() {
            id.push('-');
        }
        id.push(letter.to_ascii_lowercase());
    }
    id
}
