//! Random bytes from the operating system.

/// So many random bytes. A system without any cannot run a server, so that is no error to go on from.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}
