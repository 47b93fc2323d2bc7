//! The laws of the contract, at tables of both sets, of sets that are not in the box, and of every
//! number of players.

use parlor_automation::Automation;

parlor_gametest::conformance! {
    Automation:
        {"set": "base", "turns": 12} for 1,
        {"set": "seed", "turns": 12} for 2,
        {"set": "seed", "turns": 8, "frameworks": 1} for 3,
        {"set": "seed", "turns": 8} for 4,
        {"set": "standard", "turns": 12} for 1,
        {"set": "standard", "turns": 20} for 2,
        {"set": "standard", "turns": 10, "kingdom": "backlog,merge-conflict,monitoring,unit-test,hack,tech-debt,refactor,parallelization,evergreen-test,ransomware"} for 2,
        {"set": "standard", "turns": 15, "kingdom": "backlog,merge-conflict,monitoring,hack,tech-debt,refactor,parallelization,daily-scrum,evergreen-test,ransomware"} for 3,
        {"set": "standard", "turns": 12, "kingdom": "monitoring,code-review,sprint-planning,unit-test,hack,parallelization,ipo,evergreen-test,deployment-pipeline,ransomware"} for 4,
        // Every effect on another card than in the box, two reactions, dear cards and high numbers.
        {"set": {
            "title": "Other ways", "kingdom": 11, "spend": "hand", "ties": "fewer-turns",
            "ends": {"piles": ["bitcoin", "bug", "ipo"], "empty": 2}, "turns": 6, "cards": [
                {"card": "bug", "kind": "points", "cost": 0, "points": -3, "pile": [2, 4, 6, 8]},
                {"card": "hack", "kind": "points", "cost": 20, "points": 20, "pile": 3, "start": 1},
                {"card": "bitcoin", "kind": "money", "cost": 0, "value": 2, "points": 1, "pile": 6, "start": 4},
                {"card": "backlog", "kind": "action", "cost": 1, "actions": 1, "effect": {"cheaper": 3}, "pile": 9},
                {"card": "module", "kind": "action", "cost": 1, "cards": 1, "effect": "discard-to-draw", "pile": 9, "start": 1},
                {"card": "method", "kind": "action", "cost": 2, "actions": 1, "effect": "play-twice", "pile": 8, "start": 1},
                {"card": "monitoring", "kind": "attack", "cost": 2, "effect": {"discard-or-bug": 3}, "pile": 9},
                {"card": "unit-test", "kind": "reaction", "cost": 1, "effect": "trash-to-draw", "pile": 9},
                {"card": "ipo", "kind": "reaction", "cost": 2, "effect": {"trash-to-gain": 10}, "pile": 9},
                {"card": "refactor", "kind": "attack", "cost": 3, "buys": 2, "effect": {"discard-down-to": 0}, "pile": 9},
                {"card": "framework", "kind": "attack", "cost": 3, "money": 9, "effect": "give-bug", "pile": 9},
                {"card": "ransomware", "kind": "action", "cost": 4, "actions": 2, "effect": {"choose-one": 4}, "pile": 9},
                {"card": "daily-scrum", "kind": "action", "cost": 0, "actions": 2, "effect": {"others-draw": 2}, "pile": 9},
                {"card": "tech-debt", "kind": "action", "cost": 1, "actions": 1, "effect": "discard-for-empty-piles", "pile": 1}
            ]
        }} for 3,
        // Nothing but two kinds of cards, the least there can be of them.
        {"set": {
            "title": "Hardly anything", "ends": {}, "turns": 6, "cards": [
                {"card": "ethereum", "kind": "money", "cost": 2, "value": 1, "pile": 1, "start": 5},
                {"card": "bug", "kind": "points", "cost": 3, "points": 1, "pile": 1}
            ]
        }} for 2,
}
