//! What every handler can reach.

use std::sync::Arc;

use crate::accounts::KnownTokens;
use crate::config::Config;
use crate::hall::Hall;
use crate::http::rates::Rates;

/// The server, as its handlers see it.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hall: Hall,
    pub(crate) config: Arc<Config>,
    pub(crate) tokens: Arc<KnownTokens>,
    pub(crate) rates: Arc<Rates>,
}
