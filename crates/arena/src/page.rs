//! The frame of a page for people: one file that needs nothing else, whatever stands in it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The page loads nothing, and no words of others are taken for a program where it has none.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'";
const POLICY_WITH_SCRIPT: &str = "default-src 'none'; style-src 'unsafe-inline'; \
                                  script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What a page is made of.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    pub(crate) style: &'a str,
    /// Runs at the end; the page says everything without it.
    pub(crate) script: Option<&'a str>,
    pub(crate) body: Markup,
}

impl Page<'_> {
    pub(crate) fn into_string(self) -> String {
        let policy = if self.script.is_some() { POLICY_WITH_SCRIPT } else { POLICY };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    title { (self.title) }
                    style { (PreEscaped(self.style)) }
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
