//! How often somebody may do something.

use std::net::IpAddr;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parlor_store::AccountId;

use crate::limits::{Of, RATES, RateName};
use crate::refusal::Refusal;

/// Who is counted: the bytes of an account or of an address.
type Who = (bool, [u8; 16]);

/// A counter for each rate.
pub(crate) struct Rates {
    limiters: Option<Vec<DefaultKeyedRateLimiter<Who>>>,
    clock: DefaultClock,
}

impl Rates {
    pub(crate) fn new(has_rates: bool) -> Self {
        let limiter = |rate: &crate::limits::Rate| {
            let quota = Quota::with_period(rate.every).expect("a rate has a time");
            RateLimiter::keyed(quota.allow_burst(rate.burst))
        };
        let limiters = has_rates.then(|| RATES.iter().map(limiter).collect());
        Self { limiters, clock: DefaultClock::default() }
    }

    /// One more, of an account or of an address.
    pub(crate) fn check(
        &self,
        name: RateName,
        account: Option<AccountId>,
        address: IpAddr,
    ) -> Result<(), Refusal> {
        match (name.rate().of, account) {
            (Of::Account, Some(account)) => self.check_account(name, account),
            _ => self.count(name, (false, network(address))),
        }
    }

    /// One more, of an account.
    pub(crate) fn check_account(&self, name: RateName, account: AccountId) -> Result<(), Refusal> {
        self.count(name, (true, *account.as_bytes()))
    }

    fn count(&self, name: RateName, who: Who) -> Result<(), Refusal> {
        let Some(limiters) = &self.limiters else { return Ok(()) };
        limiters[name as usize].check_key(&who).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            Refusal::too_often(name.rate().name, wait.as_secs() + 1)
        })
    }

    /// Forgets those who have done nothing for a while.
    pub(crate) fn forget(&self) {
        for limiter in self.limiters.iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

impl std::fmt::Debug for Rates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rates")
    }
}

/// An address, or of version 6 its network: a house has a whole network there.
pub(crate) fn network(address: IpAddr) -> [u8; 16] {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => {
            let mut network = address.octets();
            network[8..].fill(0);
            network
        }
    }
}
