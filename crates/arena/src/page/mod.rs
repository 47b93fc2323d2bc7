//! Web pages for people: the frame, the style, pictures and numbers that all reports share. A page is one file
//! that needs nothing else, neither a network nor a script.
//!
//! Names, options, reasons and faults were written by others. All of them go through `maud`, which escapes
//! what it is given.

pub mod chart;
pub mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub(crate) const STYLE: &str = include_str!("style.css");

/// The page loads nothing. A page without a script runs none, whatever others have written into it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'";
const POLICY_WITH_SCRIPT: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                                  script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A page.
pub struct Page<'a> {
    /// Its title, in the window of the reader.
    pub title: &'a str,
    /// Runs at the end; the page says everything without it.
    pub script: Option<&'a str>,
    /// All that is to be seen.
    pub body: Markup,
}

impl Page<'_> {
    /// The text of the file.
    pub fn into_string(self) -> String {
        let policy = if self.script.is_some() { POLICY_WITH_SCRIPT } else { POLICY };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    (self.body)
                    @if let Some(script) = self.script { script { (PreEscaped(script)) } }
                }
            }
        };
        page.into_string()
    }
}

/// A table in a box of its own, which scrolls: no page is wider than its window.
pub fn boxed(label: &str, table: &Markup) -> Markup {
    html! { div.box role="region" aria-label=(label) tabindex="0" { (table) } }
}
