//! Numbers that look like chance and are the same every time: a mix of a folder's number and a counter.

/// Numbers of one folder.
pub(crate) struct CounterMix {
    seed: u64,
    counter: u64,
}

impl CounterMix {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, counter: 0 }
    }

    fn next(&mut self) -> u64 {
        self.counter += 1;
        let mut mixed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.counter.wrapping_mul(0xD1B5_4A32_D192_ED03);
        for shift in [30, 27, 31] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(0x94D0_49BB_1331_11EB);
        }
        mixed ^ (mixed >> 29)
    }

    /// A whole number from the first to the second, both among them.
    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = u64::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.next() % span).unwrap_or(0)
    }

    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let last = i64::try_from(all.len()).unwrap_or(1) - 1;
        let at = self.between(0, last);
        &all[usize::try_from(at).unwrap_or(0)]
    }
}
