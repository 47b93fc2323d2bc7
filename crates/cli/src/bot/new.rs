//! `parlor bot new`: a bot to begin with, in a folder of its own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

use crate::exit;

/// What a bot is called whose folder has no name, such as `..`.
const NAMELESS: &str = "my bot";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder to write it to, a new one or an empty one
    dir: PathBuf,
    /// The language it is written in
    #[arg(long, value_enum, default_value_t = Language::Python)]
    lang: Language,
    /// The game its commands and comments are about; it plays every game
    #[arg(long, default_value = "dots-and-boxes")]
    game: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// Python 3.9 or later, without further packages
    Python,
    /// JavaScript for Node 20 or later, without further packages
    Javascript,
    /// Rust, with `serde_json`
    Rust,
}

const README: File = ("README.md", include_str!("../../../../bots/starter.md"));

/// A file of a starter: its name, and what is in it.
type File = (&'static str, &'static str);

impl Language {
    /// The file to edit and the file that does the talking, then the others.
    const fn files(self) -> &'static [File] {
        match self {
            Self::Python => &[
                ("bot.py", include_str!("../../../../bots/python/starter/bot.py")),
                ("parlor.py", include_str!("../../../../bots/python/parlor.py")),
            ],
            Self::Javascript => &[
                ("bot.mjs", include_str!("../../../../bots/javascript/starter/bot.mjs")),
                ("parlor.mjs", include_str!("../../../../bots/javascript/parlor.mjs")),
            ],
            Self::Rust => &[
                ("src/main.rs", include_str!("../../../../bots/rust/starter/main.rs")),
                ("src/parlor.rs", include_str!("../../../../bots/rust/src/parlor.rs")),
                ("Cargo.toml", include_str!("../../../../bots/rust/starter/Cargo.toml.in")),
                (".gitignore", "/target\n"),
            ],
        }
    }

    /// What starts the bot in this folder.
    fn command(self, dir: &Path) -> Vec<String> {
        let file = |name: &str| dir.join(name).display().to_string();
        match self {
            Self::Python => vec!["python3".into(), file("bot.py")],
            Self::Javascript => vec!["node".into(), file("bot.mjs")],
            Self::Rust => vec![file("target/release/bot")],
        }
    }

    /// What has to be done before it can be started, where anything has.
    fn build(self, dir: &Path) -> Option<String> {
        let manifest = dir.join("Cargo.toml").display().to_string();
        let words = ["cargo", "build", "--release", "--manifest-path", &manifest];
        matches!(self, Self::Rust).then(|| line(&words))
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let game = parlor_registry::find(&args.game)?.about().id;
    let dir = relative(&args.dir);
    make_room(&args.dir)?;
    let command = line(&args.lang.command(&dir));
    let (check, seat) = (quoted(&command), quoted(&format!("cmd:{command}")));
    let build = args.lang.build(&dir);
    let name = plain(&args.dir.file_name().unwrap_or_default().to_string_lossy());

    let [(bot, _), (library, _), ..] = args.lang.files() else {
        unreachable!("every language has a bot and a library")
    };
    let first = |line: &String| format!("Build it, now and after every change:\n\n    {line}\n\n");
    let words = [
        ("name", &*name),
        ("game", game),
        ("bot", bot),
        ("library", library),
        ("check", &check),
        ("seat", &seat),
        ("build", &build.as_ref().map(first).unwrap_or_default()),
    ];
    for (file, text) in [README].iter().chain(args.lang.files()) {
        write(&args.dir.join(file), &filled(text, &words))?;
    }

    writeln!(
        out,
        "A bot is in '{}'. It plays anything that is legal; edit {bot} to do better.",
        args.dir.display()
    )?;
    if let Some(line) = build {
        writeln!(out, "  to build it:        {line}")?;
    }
    writeln!(out, "  to check it:        parlor bot check {check}")?;
    writeln!(out, "  to play against it: parlor play {game} --seat human --seat {seat}")?;
    Ok(exit::FINE)
}

/// The text with `{{word}}` replaced where the word is known. What is put in is not looked at again.
fn filled(text: &str, words: &[(&str, &str)]) -> String {
    let mut pieces = text.split("{{");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (word, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        match words.iter().find(|(known, _)| *known == word) {
            Some((_, value)) => filled.extend([*value, rest]),
            None => filled.extend(["{{", piece]),
        }
    }
    filled
}

/// Makes the folder, unless it is there and empty already.
fn make_room(dir: &Path) -> anyhow::Result<()> {
    let name = dir.display();
    match fs::read_dir(dir) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => bail!("'{name}' is not empty; name a new folder, or an empty one"),
        },
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("'{name}' is a file; name a new folder, or an empty one")
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(dir).with_context(|| format!("the folder '{name}' cannot be made"))
        }
        Err(error) => Err(error).with_context(|| format!("'{name}' cannot be read")),
    }
}

/// Writes a file that is not there yet.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| {
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())
    });
    written.with_context(|| format!("'{}' cannot be written", path.display()))
}

/// The folder as it is typed in a command, where a name that begins with a hyphen would be a flag.
fn relative(dir: &Path) -> PathBuf {
    if dir.to_string_lossy().starts_with('-') { Path::new(".").join(dir) } else { dir.to_owned() }
}

/// A name that can stand in a comment, in a text in quotes and in a heading.
fn plain(name: &str) -> String {
    let harmless = |c: &char| c.is_alphanumeric() || " -_.".contains(*c);
    let kept: String = name.chars().filter(harmless).collect();
    if kept.is_empty() { NAMELESS.to_owned() } else { kept }
}

/// Words as a line for a shell, and for whatever else reads words the same way.
pub(super) fn line<S: AsRef<str>>(words: &[S]) -> String {
    let quote = |word: &S| match shlex::try_quote(word.as_ref()) {
        Ok(word) => word.into_owned(),
        // Only a NUL cannot be quoted, and no file name has one.
        Err(_) => word.as_ref().to_owned(),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// A line as one word of another; in double quotes where nothing in it means anything there.
pub(super) fn quoted(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || " -_./:=".contains(c)) {
        return format!("\"{text}\"");
    }
    line(&[text])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_pasted_into_a_shell_and_read_as_words_again() {
        assert_eq!(quoted("cmd:python3 mybot/bot.py"), "\"cmd:python3 mybot/bot.py\"");
        for dir in ["my bot", "it's", "a\"b", "$HOME", "ü"] {
            let words = Language::Python.command(Path::new(dir));
            let command = line(&words);
            assert_eq!(shlex::split(&quoted(&command)), Some(vec![command.clone()]));
            assert_eq!(shlex::split(&command), Some(words));
        }
    }

    #[test]
    fn words_are_filled_in_once() {
        let words = [("name", "{{game}}"), ("game", "go")];
        assert_eq!(filled("{{name}} {{game}}!{{{ }} {{x}}", &words), "{{game}} go!{{{ }} {{x}}");
        for language in Language::value_variants() {
            let [_, (library, text), ..] = language.files() else { panic!("no library") };
            assert_eq!(filled(text, &words), *text, "{library} is copied as it is");
        }
    }

    #[test]
    fn a_name_is_harmless_in_every_language() {
        assert_eq!(plain("my-bot_2.0"), "my-bot_2.0");
        assert_eq!(plain("a\"b\\n`c"), "abnc");
        assert_eq!(plain("\"\"\""), NAMELESS);
        assert_eq!(relative(Path::new("-x")), Path::new("./-x"));
    }
}
