//! The worked turn of the design document, step by step, with the stack at each of them.
//!
//! A is seat 1, B seat 2, C seat 3 and Z seat 4. The deck is `chaos` as it comes in the box. Where
//! answers are asked for, the steps stand here twice: in turn, as the document asks, and under seal.

#[path = "cards/scene.rs"]
mod scene;

const DEAL: &str = "
    deal 4: spy / nope nope no-u constable
    do: +count; 4: count; 1: answer nope
";

/// How it came to this: A is twice insane, immortal and protected, B holds a Nope, C a No-U, B has a
/// Bounty Hunter in the discards, and Z is out.
const BEFORE: &str = "
    do: +liber-ivonis; pass
    do: +guard; +handmaid; 1: liber-ivonis insane; pass
    immortal: 1
    do: +spy; 2: spy; pass
    do: +assassin; 3: assassin; pass
    do: +princess; 4: princess
    told -: out seat=4
    do: +guard; +guard; +priest; 1: handmaid; pass
    protected: 1
    insanity: 2 0 0 0
    do: +bounty-hunter; 2: bounty-hunter 3; pass
    do: +guard; 3: guard 2 names 8
    asks: 2 answer
    protected: 1
    do: pass
";

/// Z is skipped, A's protection ends, and two sanity checks wait.
const THE_TURN_STARTS: &str = "
    in: 1 2 3
    mover: 1
    told 1 2 3 4 -: turn seat=1
    untold -: turn seat=4
    told 1 2 3 4 -: unprotected seat=1
    protected:
    stack: check 1 x2
    asks: chance
";

/// The first check is sane. The second is not: A would go out, and being immortal does not. The
/// Bounty Hunter pays nothing.
const SANITY_CHECKS: &str = "
    do: +guard
    told -: checked seat=1 card=guard insane=false
    stack: check 1 x1
    do: +hound-of-tindalos
    told -: checked seat=1 card=hound-of-tindalos insane=true
    told -: saved seat=1
    untold -: out
    untold -: token
    discards 1: nope guard liber-ivonis guard guard handmaid guard hound-of-tindalos
    tokens: 0 0 0 0
    in: 1 2 3
    stack: draw 1
";

/// A sees the card; the others see its back.
const DRAW: &str = "
    do: +nyarlathotep
    told 1: drew card=nyarlathotep
    untold 2 3 4 -: drew
    told 2 3 4 -: draws seat=1 back=cosmic
    stack: choose 1
    asks: 1 play
    can 1: nyarlathotep 2; nyarlathotep insane 2 3; priest 2
";

/// Nyarlathotep lies in the discards before he does anything, and all who could answer are asked.
const PLAY: &str = "
    do: 1: nyarlathotep insane 2 3
    discards 1: nope guard liber-ivonis guard guard handmaid guard hound-of-tindalos nyarlathotep
    stack: play nyarlathotep 1
";

/// B could say Nope and does not; C says No-U.
const SEALED_NO_U: &str = "
    asks: 2 3 answer
    menu 2: pass; answer nope
    menu 3: pass; answer no-u
    do: 2: pass
    asks: 3 answer
    do: 3: answer no-u
";

/// The same in turn: B, who has passed, has done so for all to see.
const NO_U_IN_TURN: &str = "
    asks: 2 answer
    menu 2: pass; answer nope
    refused: 3: answer no-u = seat 3 is not asked to move now
    do: 2: pass
    board -: Asked in turn whether to answer no. 1: Bob (passed), Cid (now).
    asks: 3 answer
    menu 3: pass; answer no-u
    do: 3: answer no-u
";

/// The No-U is discarded, another card is drawn, and then the No-U itself can be answered.
const NO_U: &str = "
    told -: answered play.card=no-u play.by=3 to.card=nyarlathotep
    discards 3: assassin guard no-u
    stack: play nyarlathotep 1; play no-u 3; draw 3
    do: +crime-boss
    told 3: drew card=crime-boss
    stack: play nyarlathotep 1; play no-u 3
";

const SEALED_NOPE: &str = "
    asks: 1 2 answer
    menu 1: pass
    menu 2: pass; answer nope
    do: 1: pass; 2: answer nope
";

/// A, whose card the No-U answers, comes first, and is asked with nothing to answer with.
const NOPE_IN_TURN: &str = "
    asks: 1 answer
    menu 1: pass
    do: 1: pass
    asks: 2 answer
    menu 2: pass; answer nope
    do: 2: answer nope
";

/// B says Nope to the No-U, and draws a No-U. The No-U of C is cancelled and not fired again.
const NOPE: &str = "
    stack: play nyarlathotep 1; play no-u 3; play nope 2; draw 2
    do: +no-u
    hand 2: no-u
    stack: play nyarlathotep 1; play no-u 3; play nope 2
    asks: 3 answer
    menu 3: pass
    do: 3: pass
";

/// Nobody answers the Nope, and Nyarlathotep is fired again.
const FIRED_AGAIN: &str = "
    told -: cancelled play.card=no-u play.by=3
    untold -: cancelled play.card=nyarlathotep
    stack: play nyarlathotep 1
";

const SEALED_NO_U_AGAIN: &str = "
    asks: 2 3 answer
    menu 2: pass; answer no-u
    menu 3: pass
    do: 3: pass; 2: answer no-u
";

/// B, who passed before, is asked again, and C is not: the first answer counts.
const NO_U_AGAIN_IN_TURN: &str = "
    asks: 2 answer
    menu 2: pass; answer no-u
    do: 2: answer no-u
";

/// B plays the No-U. All Nopes and No-Us but one have been seen, so nobody can answer it:
/// Nyarlathotep is cancelled, and runs for B.
const NO_U_AGAIN: &str = "
    stack: play nyarlathotep 1; play no-u 2; draw 2
    do: +king
    told -: cancelled play.card=nyarlathotep play.by=1 turned=true
    told -: turned play.card=nyarlathotep play.by=2 play.targets=[1,3] play.insane=true
    stack: cancelled play nyarlathotep 1; play nyarlathotep 2 turned
    asks: 3 answer
    menu 3: pass
";

/// Nobody answers. B is shown the cards of A and C, the Crime Boss among them, and deals them out.
const REARRANGE: &str = "
    do: pass
    told 1 2 3 4 -: collected by=2 from=[1,3]
    told 2: pot by=2 cards=[\"priest\",\"crime-boss\"]
    untold 1 3 4 -: pot
    in: 1 2 3
    stack: cancelled play nyarlathotep 1; give 2
    asks: 2 give
    menu 2: give priest to 1; give crime-boss to 1
    do: 2: give crime-boss to 1
    hand 1: crime-boss
    hand 2: king
    hand 3: priest
    knows 2 of 1: crime-boss
    knows 2 of 3: priest
    knows 3 of 1:
    knows - of 1:
    told 1 2: got seat=1 card=crime-boss
    told 3 -: given by=2 to=1
    untold 3 -: got seat=1
    untold -: cancelled
";

/// A's turn is over, and B, who has become insane, is next.
const THE_TURN_ENDS: &str = "
    told -: turn seat=2
    mover: 2
    insanity: 4 1 0 0
    stack: check 2 x1
    tokens: 0 0 0 0
";

/// How answers are asked for: the table, and the steps in which that shows.
struct Policy {
    table: &'static str,
    first_answer: &'static str,
    no_u: &'static str,
    nope: &'static str,
    no_u_again: &'static str,
}

fn runs_as_written(policy: &Policy) {
    let steps = [
        policy.table,
        DEAL,
        policy.first_answer,
        BEFORE,
        THE_TURN_STARTS,
        SANITY_CHECKS,
        DRAW,
        PLAY,
        policy.no_u,
        NO_U,
        policy.nope,
        NOPE,
        FIRED_AGAIN,
        policy.no_u_again,
        NO_U_AGAIN,
        REARRANGE,
        THE_TURN_ENDS,
    ];
    scene::run(&steps.concat());
}

#[test]
fn it_runs_as_written_in_turn() {
    runs_as_written(&Policy {
        table: "\n    table: chaos 4 in-turn",
        first_answer: "",
        no_u: NO_U_IN_TURN,
        nope: NOPE_IN_TURN,
        no_u_again: NO_U_AGAIN_IN_TURN,
    });
}

#[test]
fn it_runs_as_written_under_seal() {
    runs_as_written(&Policy {
        table: "\n    table: chaos 4",
        // Under seal B has to say something, too, before the first answer counts.
        first_answer: "    do: 2: pass\n",
        no_u: SEALED_NO_U,
        nope: SEALED_NOPE,
        no_u_again: SEALED_NO_U_AGAIN,
    });
}
