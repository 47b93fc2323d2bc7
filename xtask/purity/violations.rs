// One violation for each function and macro that games/clippy.toml forbids. Not part of any crate of
// the workspace: `cargo xtask lint` lints it under the same rules and expects every one to be caught.
// Types need no line here: the check names each of them in a `use`.

pub fn clocks() {
    let _ = std::time::Instant::now();
    let _ = std::time::SystemTime::now();
}

pub fn threads() {
    let _ = std::thread::spawn(|| ());
    std::thread::scope(|_| ());
    std::thread::sleep(Default::default());
    std::thread::park();
    std::thread::yield_now();
    let _ = std::thread::current();
    let _ = std::thread::available_parallelism();
    let _ = std::sync::mpsc::channel::<u8>();
    let _ = std::sync::mpsc::sync_channel::<u8>(1);
}

pub fn files() {
    let _ = std::fs::read("a");
    let _ = std::fs::read_to_string("a");
    let _ = std::fs::write("a", "b");
    let _ = std::fs::copy("a", "b");
    let _ = std::fs::rename("a", "b");
    let _ = std::fs::remove_file("a");
    let _ = std::fs::remove_dir("a");
    let _ = std::fs::remove_dir_all("a");
    let _ = std::fs::create_dir("a");
    let _ = std::fs::create_dir_all("a");
    let _ = std::fs::read_dir("a");
    let _ = std::fs::metadata("a");
    let _ = std::fs::symlink_metadata("a");
    let _ = std::fs::canonicalize("a");
    let _ = std::fs::exists("a");
    let _ = std::fs::hard_link("a", "b");
    let _ = std::io::stdin();
    let _ = std::io::stdout();
    let _ = std::io::stderr();
}

pub fn surroundings() {
    let _ = std::env::var("A");
    let _ = std::env::var_os("A");
    let _ = std::env::vars();
    let _ = std::env::vars_os();
    let _ = std::env::args();
    let _ = std::env::args_os();
    let _ = std::env::current_dir();
    let _ = std::env::current_exe();
    let _ = std::env::temp_dir();
    let _ = std::process::id();
    if std::process::id() == 0 {
        std::process::exit(1);
    }
    std::process::abort();
}

pub fn randomness() {
    let _ = getrandom::fill(&mut [0]);
    let _ = getrandom::u32();
    let _ = getrandom::u64();
}

pub fn macros() {
    print!("a");
    println!("a");
    eprint!("a");
    eprintln!("a");
    dbg!(1);
    thread_local! {
        static A: u8 = const { 1 };
    }
    A.with(|_| ());
}

pub fn floats() -> bool {
    let half = 1.0 / 2.0;
    half < 1.0
}
