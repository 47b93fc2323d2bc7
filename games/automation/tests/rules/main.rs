//! The rules, as scenarios in notation.
//!
//! A scenario sets the cards of the players by hand (see [`Scene`]) and plays acts from there; chance
//! that the acts do not spell out deals the first card in the order of the rule book. Whole games
//! begin at the beginning.

mod attacks;
mod base;
mod ends;
mod leaving;
mod own_sets;
mod refusals;
mod scene;
mod standard;
mod turn;
mod words;
