//! The rating of Weng and Lin: the model of Bradley and Terry, all pairs of a ranking.

use serde::Serialize;

use super::Rating;
use crate::stats::standing::{BadRanking, MAX_TABLE, Standing, check};

/// The update of Weng and Lin's first algorithm.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WengLin {
    /// How much a player's showing varies from game to game.
    pub beta: f64,
    /// The least part of a variance that one update leaves.
    pub kappa: f64,
}

impl Default for WengLin {
    /// As published: `beta` 25/6, `kappa` 0.0001.
    fn default() -> Self {
        Self { beta: 25.0 / 6.0, kappa: 1e-4 }
    }
}

impl WengLin {
    /// Moves the ratings of those in the ranking. Does not allocate.
    pub fn update(&self, ratings: &mut [Rating], ranking: &[Standing]) -> Result<(), BadRanking> {
        check(ranking, ratings.len())?;
        // Of each: by how much it rises, and how much surer it is.
        let mut moves = [(0.0, 0.0); MAX_TABLE];
        for (index, standing) in ranking.iter().enumerate() {
            for (other, rival) in ranking.iter().enumerate().skip(index + 1) {
                let [own, theirs] = [standing, rival].map(|standing| ratings[standing.player]);
                let variances = [own, theirs].map(|rating| rating.sigma * rating.sigma);
                let c = (variances[0] + variances[1] + 2.0 * self.beta * self.beta).sqrt();
                let unit = 1.0 / c;
                let expected = 1.0 / (1.0 + ((theirs.mu - own.mu) * unit).exp());
                let scored = match standing.place.cmp(&rival.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                // What one wins the other loses, each as far as it was in doubt; and both are surer now.
                let gain = (scored - expected) * unit;
                let surer = expected * (1.0 - expected) * unit * unit * unit;
                moves[index].0 += variances[0] * gain;
                moves[other].0 -= variances[1] * gain;
                moves[index].1 += own.sigma * variances[0] * surer;
                moves[other].1 += theirs.sigma * variances[1] * surer;
            }
        }
        for (standing, (rise, certainty)) in ranking.iter().zip(moves) {
            let Rating { mu, sigma } = &mut ratings[standing.player];
            *mu += rise;
            *sigma *= (1.0 - certainty).max(self.kappa).sqrt();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

    use super::super::tests::{Case, NEW, near, seated};
    use super::*;

    fn updated(before: &[(f64, f64)], places: &[u32]) -> Vec<Rating> {
        let (mut ratings, ranking) = seated(before, places);
        WengLin::default().update(&mut ratings, &ranking).unwrap();
        ratings
    }

    /// What `BradleyTerryFull` of `openskill` 6.2 for Python gives, with `tau` 0. The first line are
    /// the figures its documentation is known for.
    #[test]
    fn openskill_agrees() {
        let cases: [Case; 4] = [
            (
                &[NEW; 2],
                &[1, 2],
                &[
                    (27.635_231_383_473_65, 8.065_506_316_323_548),
                    (22.364_768_616_526_35, 8.065_506_316_323_548),
                ],
            ),
            (&[NEW; 2], &[1, 1], &[(25.0, 8.065_506_316_323_548); 2]),
            (
                &[NEW; 3],
                &[1, 2, 3],
                &[
                    (30.270_462_766_947_3, 7.788_474_807_872_566),
                    (25.0, 7.788_474_807_872_566),
                    (19.729_537_233_052_7, 7.788_474_807_872_566),
                ],
            ),
            (
                &[(30.0, 3.0), (20.0, 2.0), (25.0, 5.0), (27.0, 1.0)],
                &[3, 1, 1, 4],
                &[
                    (28.767_916_781_406_72, 2.931_834_718_019_449_5),
                    (21.022_218_898_479_046, 1.986_689_939_912_020_4),
                    (28.283_157_987_705_188, 4.552_740_746_407_398),
                    (26.750_017_091_271_285, 0.998_969_776_285_099_6),
                ],
            ),
        ];
        for (before, places, after) in cases {
            for (rating, &(mu, sigma)) in updated(before, places).into_iter().zip(after) {
                near(rating, mu, sigma, 1e-12);
            }
        }
    }

    /// A long series of rankings with ties ends where the crate `skillratings` ends.
    #[test]
    fn skillratings_agrees() {
        let weng_lin = WengLin::default();
        let mut ours = [Rating::default(); 5];
        let mut theirs = [WengLinRating::new(); 5];
        for round in 0..200usize {
            let place = |player: usize| (player * (round % 7 + 1) + round * round) % 4;
            let ranking: Vec<Standing> = (0..5)
                .filter(|player| *player != round % 5)
                .map(|player| Standing { player, place: place(player) as u32 })
                .collect();
            weng_lin.update(&mut ours, &ranking).unwrap();
            let before = theirs;
            let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = ranking
                .iter()
                .map(|standing| {
                    let place = MultiTeamOutcome::new(standing.place as usize);
                    (std::slice::from_ref(&before[standing.player]), place)
                })
                .collect();
            let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
            for (standing, team) in ranking.iter().zip(after) {
                theirs[standing.player] = team[0];
            }
        }
        for (our, their) in ours.into_iter().zip(theirs) {
            near(our, their.rating, their.uncertainty, 1e-9);
        }
        assert!((ours[0].mu - ours[1].mu).abs() > 5.0, "{ours:?}");
    }

    #[test]
    fn a_bad_ranking_changes_nothing() {
        let mut ratings = [Rating::default(); 2];
        let ranking = [Standing { player: 0, place: 1 }, Standing { player: 2, place: 2 }];
        assert_eq!(
            WengLin::default().update(&mut ratings, &ranking),
            Err(BadRanking::NoSuchPlayer { player: 2, players: 2 })
        );
        assert_eq!(ratings, [Rating::default(); 2]);
    }
}
