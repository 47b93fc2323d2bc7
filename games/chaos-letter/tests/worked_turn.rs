//! The worked turn of the design document, step by step, with the stack at each of them.
//!
//! A is seat 1, B seat 2, C seat 3 and Z seat 4. The deck is `chaos` as it comes in the box.

#[path = "cards/scene.rs"]
mod scene;

/// How it came to this: A is twice insane, immortal and protected, B holds a Nope, C a No-U, B has a
/// Bounty Hunter in the discards, and Z is out.
const BEFORE: &str = "
    table: chaos 4
    deal 4: spy / nope nope no-u constable
    do: +count; 4: count; 1: answer nope; 2: pass; +liber-ivonis; pass
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
    asks: 2 3 answer
    menu 2: pass; answer nope
    menu 3: pass; answer no-u
";

/// B could say Nope and does not; C says No-U. The card is discarded, another is drawn, and then the
/// No-U itself can be answered.
const NO_U: &str = "
    do: 2: pass; 3: answer no-u
    told -: answered play.card=no-u play.by=3 to.card=nyarlathotep
    discards 3: assassin guard no-u
    stack: play nyarlathotep 1; play no-u 3; draw 3
    do: +crime-boss
    told 3: drew card=crime-boss
    stack: play nyarlathotep 1; play no-u 3
    asks: 1 2 answer
    menu 1: pass
    menu 2: pass; answer nope
";

/// B says Nope to the No-U, and draws a No-U. The No-U of C is cancelled and not fired again.
const NOPE: &str = "
    do: 1: pass; 2: answer nope
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
    asks: 2 3 answer
    menu 2: pass; answer no-u
    menu 3: pass
";

/// B plays the No-U. All Nopes and No-Us but one have been seen, so nobody can answer it:
/// Nyarlathotep is cancelled, and runs for B.
const NO_U_AGAIN: &str = "
    do: 3: pass; 2: answer no-u
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

#[test]
fn it_runs_as_written() {
    let steps = [
        BEFORE,
        THE_TURN_STARTS,
        SANITY_CHECKS,
        DRAW,
        PLAY,
        NO_U,
        NOPE,
        FIRED_AGAIN,
        NO_U_AGAIN,
        REARRANGE,
        THE_TURN_ENDS,
    ];
    scene::run(&steps.concat());
}
