//! Noise as it comes from PDF readers, word processors and scanners, from a seeded generator.

use std::ops::Range;

/// Numbers that look random and depend on nothing but the seed.
pub(super) struct SeededRandom(u64);

impl SeededRandom {
    pub(super) fn of(id: &str, at: usize) -> Self {
        let mut seed = 0xCBF2_9CE4_8422_2325_u64 ^ at as u64;
        for byte in id.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        Self(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let len = u64::try_from(from.len()).unwrap_or(1);
        from[usize::try_from(self.next() % len).unwrap_or(0)]
    }
}

/// A kind of noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoiseKind {
    None,
    LineBreaks,
    Hyphenation,
    Unicode,
    All,
    Misread,
}

impl NoiseKind {
    pub(super) const ALL: [Self; 6] = [
        Self::None,
        Self::LineBreaks,
        Self::Hyphenation,
        Self::Unicode,
        Self::All,
        Self::Misread,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LineBreaks => "line_breaks",
            Self::Hyphenation => "hyphenation",
            Self::Unicode => "unicode",
            Self::All => "all",
            Self::Misread => "misread",
        }
    }

    const fn has(self, other: Self) -> bool {
        matches!((self, other), (Self::Misread, _))
            || matches!((self, other), (Self::All, kind) if !matches!(kind, Self::Misread))
            || self as u8 == other as u8
    }

    /// The text with noise, and where the ranges are in it.
    pub(super) fn put(
        self,
        id: &str,
        text: &str,
        ranges: &[Range<usize>],
    ) -> (String, Vec<Range<usize>>) {
        let mut noisy = NoisyTextWriter {
            noise: self,
            chance: SeededRandom::of(id, self as usize),
            out: String::with_capacity(text.len() * 5 / 4),
        };
        let (mut places, mut at) = (Vec::new(), 0);
        for range in ranges {
            noisy.push(&text[at..range.start]);
            let start = noisy.out.len();
            noisy.push(&text[range.clone()]);
            places.push(start..noisy.out.len());
            at = range.end;
        }
        noisy.push(&text[at..]);
        (noisy.out, places)
    }
}

struct NoisyTextWriter {
    noise: NoiseKind,
    chance: SeededRandom,
    out: String,
}

impl NoisyTextWriter {
    fn push(&mut self, text: &str) {
        let mut rest = text;
        let mut letters = 0;
        while let Some(c) = rest.chars().next() {
            letters = if c.is_alphabetic() { letters + 1 } else { 0 };
            let ligature = self.noise.has(NoiseKind::Unicode).then(|| ligature(rest)).flatten();
            if let Some((written, set)) = ligature {
                self.out.push(set);
                rest = &rest[written.len()..];
                letters += 1;
                continue;
            }
            rest = &rest[c.len_utf8()..];
            self.one(c, letters, rest);
        }
    }

    fn one(&mut self, c: char, letters: usize, rest: &str) {
        match c {
            ' ' if self.noise.has(NoiseKind::LineBreaks) && self.chance.one_in(7) => {
                self.out += self.chance.pick(&["\n", "\r\n", "\n    ", " \n"]);
            }
            ' ' if self.noise.has(NoiseKind::Unicode) && self.chance.one_in(8) => {
                self.out.push(self.chance.pick(&['\u{a0}', '\u{2009}', '\u{202f}']));
            }
            _ if self.noise.has(NoiseKind::Unicode) => self.in_unicode(c),
            _ => self.letter(c),
        }
        if 3 <= letters && rest.chars().take(3).filter(|c| c.is_lowercase()).count() == 3 {
            if self.noise.has(NoiseKind::Hyphenation) && self.chance.one_in(12) {
                self.out += self.chance.pick(&["-\n", "-\r\n", "- \n  ", "\u{2010}\n"]);
            } else if self.noise.has(NoiseKind::Unicode) && self.chance.one_in(60) {
                self.out.push(self.chance.pick(&['\u{ad}', '\u{200b}']));
            }
        }
    }

    fn in_unicode(&mut self, c: char) {
        match c {
            '"' => self.out.push(self.chance.pick(&['“', '”', '«', '»'])),
            '\'' => self.out.push(self.chance.pick(&['‘', '’'])),
            '-' => self
                .out
                .push(self.chance.pick(&['\u{2010}', '\u{2011}', '–', '—', '−'])),
            'é' => self.out += "e\u{301}",
            'ç' => self.out += "c\u{327}",
            'ã' => self.out += "a\u{303}",
            _ => self.letter(c),
        }
    }

    fn letter(&mut self, c: char) {
        if self.noise == NoiseKind::Misread && c.is_alphabetic() && self.chance.one_in(100) {
            let other = LOOK_ALIKE
                .iter()
                .find(|(from, _)| *from == c)
                .map_or('x', |pair| pair.1);
            self.out.push(other);
        } else {
            self.out.push(c);
        }
    }
}

const LOOK_ALIKE: [(char, char); 12] = [
    ('e', 'c'),
    ('c', 'e'),
    ('o', 'a'),
    ('a', 'o'),
    ('n', 'u'),
    ('u', 'n'),
    ('h', 'b'),
    ('i', 'l'),
    ('l', 'i'),
    ('t', 'f'),
    ('s', 'z'),
    ('r', 'v'),
];

fn ligature(rest: &str) -> Option<(&'static str, char)> {
    let set = [("ffi", 'ﬃ'), ("ffl", 'ﬄ'), ("fi", 'ﬁ'), ("fl", 'ﬂ'), ("ff", 'ﬀ')];
    set.into_iter().find(|(written, _)| rest.starts_with(written))
}
