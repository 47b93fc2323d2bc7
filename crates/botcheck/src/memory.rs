//! How much memory a bot uses, with everything it has started.

use std::collections::BTreeMap;
use std::fs;

/// The resident memory of a process and its descendants, in bytes; `None` where the system does not
/// tell. Between us and the bot may stand a shell or programs that contain it, so it is the whole tree
/// that counts.
pub(super) fn of_tree(root: u32) -> Option<u64> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut resident: BTreeMap<u32, u64> = BTreeMap::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // It may have ended since it was listed.
        let Ok(status) = fs::read_to_string(entry.path().join("status")) else { continue };
        if let Some(parent) = field(&status, "PPid:") {
            children.entry(u32::try_from(parent).unwrap_or(0)).or_default().push(id);
            resident.insert(id, field(&status, "VmRSS:").unwrap_or(0) << 10);
        }
    }
    let mut sum = *resident.get(&root)?;
    let mut left = vec![root];
    while let Some(parent) = left.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            sum += resident.get(&child).copied().unwrap_or(0);
            left.push(child);
        }
    }
    Some(sum)
}

fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_counts_with_what_it_started() {
        let own = std::process::id();
        let before = of_tree(own).unwrap();
        assert!(before > 1 << 20, "{before}");
        let mut child = std::process::Command::new("sleep").arg("10").spawn().unwrap();
        let alone = of_tree(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(alone.unwrap() < before);
        assert_eq!(of_tree(u32::MAX), None);
    }

    #[test]
    fn fields_of_a_status_are_numbers() {
        let status = "Name:\tpython3\nPPid:\t12\nVmRSS:\t   9420 kB\n";
        assert_eq!((field(status, "PPid:"), field(status, "VmRSS:")), (Some(12), Some(9420)));
        assert_eq!(field(status, "VmSwap:"), None);
    }
}
