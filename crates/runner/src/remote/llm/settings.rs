//! Which language model, and where.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use super::super::{NotConnected, http, tcp};

/// The variable with the address of the endpoint.
pub const URL: &str = "PARLOR_LLM_URL";
/// The variable with the key; not every server wants one.
pub const KEY: &str = "PARLOR_LLM_KEY";
/// The variable with the model, where the seat does not name one.
pub const MODEL: &str = "PARLOR_LLM_MODEL";

/// Which language model, and where. Its `Debug` does not show the key, and nothing else does.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    url: String,
    model: String,
    key: Option<String>,
    /// How often the model is asked again when it did not play a legal move.
    pub retries: u32,
    /// How long one decision may take where the table's clock allows more.
    pub patience: Duration,
}

/// What is wrong with the settings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadSettings {
    /// No address.
    #[error(
        "{URL} is not set; it is the address of an OpenAI-compatible server, such as http://localhost:11434/v1"
    )]
    NoUrl,
    /// No address that can be used.
    #[error("{URL}: {0}")]
    Url(String),
    /// No model.
    #[error("no model is named; write llm:MODEL, or set {MODEL}")]
    NoModel,
    /// A key that cannot be sent.
    #[error("{KEY} has characters that cannot be sent")]
    Key,
}

impl Settings {
    /// Checks an address, a model and a key.
    pub fn new(url: &str, model: &str, key: Option<&str>) -> Result<Self, BadSettings> {
        let url = url.trim().trim_end_matches('/');
        // A password in an address would be shown with it.
        if url.contains('@') {
            return Err(BadSettings::Url(format!(
                "nothing with an @ in it; a key goes into {KEY}"
            )));
        }
        http::parts(url).map_err(|why| BadSettings::Url(why.to_string()))?;
        let whole = url.ends_with("/chat/completions");
        let url = if whole { url.to_owned() } else { format!("{url}/chat/completions") };
        let model = model.trim().to_owned();
        if model.is_empty() {
            return Err(BadSettings::NoModel);
        }
        let key = key.map(str::trim).filter(|key| !key.is_empty());
        if key.is_some_and(|key| !key.bytes().all(|byte| byte.is_ascii_graphic())) {
            return Err(BadSettings::Key);
        }
        let patience = Duration::from_mins(1);
        Ok(Self { url, model, key: key.map(str::to_owned), retries: 2, patience })
    }

    /// From the environment; a model that is named comes before the one there.
    pub fn from_env(model: Option<&str>) -> Result<Self, BadSettings> {
        Self::from_variables(model, |name| std::env::var(name).ok())
    }

    /// From variables, wherever they are.
    pub fn from_variables(
        model: Option<&str>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, BadSettings> {
        let url = variable(URL).filter(|url| !url.trim().is_empty()).ok_or(BadSettings::NoUrl)?;
        let model = model.map(str::to_owned).or_else(|| variable(MODEL));
        Self::new(&url, &model.unwrap_or_default(), variable(KEY).as_deref())
    }

    /// Where questions are posted.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Finds out whether anybody listens there.
    pub fn reach(&self, within: Duration) -> Result<(), NotConnected> {
        let (host, port) = http::parts(&self.url)?;
        tcp::open(&host, port, within).map(drop)
    }

    /// The name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    pub(super) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// The text without the key, should a server have repeated it.
    pub(super) fn without_key(&self, text: &str) -> String {
        self.key().map_or_else(|| text.to_owned(), |key| text.replace(key, "(the key)"))
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("url", &self.url)
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "(hidden)"))
            .field("retries", &self.retries)
            .field("patience", &self.patience)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(model: Option<&str>, variables: &[(&str, &str)]) -> Result<Settings, BadSettings> {
        Settings::from_variables(model, |name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn settings_come_from_variables() {
        let all = [(URL, "http://localhost:11434/v1/"), (KEY, " s3cret "), (MODEL, "small")];
        let settings = from(None, &all).unwrap();
        assert_eq!(settings.url(), "http://localhost:11434/v1/chat/completions");
        assert_eq!(settings.model(), "small");
        assert_eq!(settings.key(), Some("s3cret"));
        assert_eq!(from(Some("large"), &all).unwrap().model(), "large");
        let whole = [(URL, "https://host/v1/chat/completions")];
        assert_eq!(from(Some("m"), &whole).unwrap().url(), "https://host/v1/chat/completions");
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(from(Some("m"), &[]), Err(BadSettings::NoUrl));
        assert_eq!(from(None, &[(URL, "http://localhost")]), Err(BadSettings::NoModel));
        let why = from(Some("m"), &[(URL, "localhost:80")]).unwrap_err().to_string();
        assert!(why.starts_with("PARLOR_LLM_URL: 'localhost:80' is no address: "), "{why}");
        let why = from(Some("m"), &[(URL, "http://me:word@host")]).unwrap_err().to_string();
        assert!(!why.contains("word") && why.contains("PARLOR_LLM_KEY"), "{why}");
    }

    #[test]
    fn the_key_is_shown_nowhere() {
        let settings = Settings::new("http://localhost", "m", Some("s3cret")).unwrap();
        assert!(!format!("{settings:?}").contains("s3cret"));
        assert_eq!(settings.without_key("a s3cret b"), "a (the key) b");
        let why = Settings::new("http://localhost", "m", Some("s3c\nret")).unwrap_err();
        assert!(!format!("{why} {why:?}").contains("s3c"));
    }
}
