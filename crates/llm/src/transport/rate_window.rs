//! How many requests and tokens go out within any minute. Pure: the caller says what time it is.

use std::{collections::VecDeque, time::Duration};

const WINDOW: Duration = Duration::from_mins(1);

/// What has gone out, and what is to go out, in order of time.
#[derive(Debug)]
pub(super) struct RateWindow {
    most: u64,
    taken: VecDeque<RateWindowEntry>,
    sum: u64,
    next: u64,
}

#[derive(Debug)]
struct RateWindowEntry {
    id: u64,
    at: Duration,
    amount: u64,
}

impl RateWindow {
    pub(super) fn new(most: u64) -> Self {
        Self {
            most: most.max(1),
            taken: VecDeque::new(),
            sum: 0,
            next: 0,
        }
    }

    /// The earliest time for so much more, which is then taken. First come, first served.
    pub(super) fn reserve(&mut self, now: Duration, amount: u64) -> (u64, Duration) {
        // What is larger than a whole minute's share would wait for ever.
        let amount = amount.min(self.most);
        let mut at = self.taken.back().map_or(now, |last| last.at.max(now));
        while let Some(oldest) = self.taken.front() {
            let old = oldest.at + WINDOW <= at;
            if !old && self.sum + amount <= self.most {
                break;
            }
            at = at.max(oldest.at + WINDOW);
            self.sum -= oldest.amount;
            self.taken.pop_front();
        }
        let id = self.next;
        self.next += 1;
        self.sum += amount;
        self.taken.push_back(RateWindowEntry { id, at, amount });
        (id, at)
    }

    pub(super) fn settle(&mut self, id: u64, amount: u64) {
        let found = self.taken.binary_search_by_key(&id, |entry| entry.id);
        if let Some(entry) = found.ok().and_then(|at| self.taken.get_mut(at)) {
            self.sum = self.sum - entry.amount + amount.min(self.most);
            entry.amount = amount.min(self.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reserves each amount at its second; gives the seconds at which they may go.
    fn times(most: u64, asked: &[(u64, u64)]) -> Vec<u64> {
        let mut rate = RateWindow::new(most);
        let times = asked
            .iter()
            .map(|&(now, amount)| rate.reserve(Duration::from_secs(now), amount).1.as_secs());
        times.collect()
    }

    #[test]
    fn no_minute_holds_more_than_its_share() {
        assert_eq!(times(2, &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]), [0, 1, 60, 61, 120]);
        assert_eq!(times(100, &[(0, 60), (0, 30), (0, 20), (0, 70)]), [0, 0, 60, 60]);
    }

    #[test]
    fn what_is_too_large_goes_alone() {
        assert_eq!(times(100, &[(0, 10), (0, 5000), (0, 1)]), [0, 60, 120]);
    }

    #[test]
    fn nobody_is_overtaken() {
        assert_eq!(times(100, &[(0, 90), (0, 50), (0, 1)]), [0, 60, 60]);
    }

    #[test]
    fn what_was_not_used_is_given_back() {
        let mut rate = RateWindow::new(100);
        let (id, _) = rate.reserve(Duration::ZERO, 90);
        rate.settle(id, 10);
        assert_eq!(rate.reserve(Duration::from_secs(1), 80).1, Duration::from_secs(1));
        assert_eq!(
            rate.reserve(Duration::from_secs(1), 80).1,
            Duration::from_mins(1) + Duration::from_secs(1)
        );
    }
}
