//! The laws of the contract, at tables of both sets and of every number of players.

use parlor_automation::Automation;

parlor_gametest::conformance! {
    Automation:
        {"set": "seed", "turns": 12} for 1,
        {"set": "seed", "turns": 12} for 2,
        {"set": "seed", "turns": 8, "frameworks": 1} for 3,
        {"set": "seed", "turns": 8} for 4,
        {"turns": 12} for 1,
        {"turns": 20} for 2,
        {"turns": 10, "kingdom": "backlog,merge-conflict,monitoring,unit-test,hack,tech-debt,refactor,parallelization,evergreen-test,ransomware"} for 2,
        {"turns": 15, "kingdom": "backlog,merge-conflict,monitoring,hack,tech-debt,refactor,parallelization,daily-scrum,evergreen-test,ransomware"} for 3,
        {"turns": 12, "kingdom": "monitoring,code-review,sprint-planning,unit-test,hack,parallelization,ipo,evergreen-test,deployment-pipeline,ransomware"} for 4,
}
