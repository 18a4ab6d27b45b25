//! What a look-up among many remembered answers costs: `cargo bench --workspace --bench memory -- [ANSWERS]`.

#![expect(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use jurat_retrieve::memory::{
    AnswerMemory as _, MemoryKey, MemoryQuestion, MemoryScope, RememberedAnswer,
};
use jurat_store::SqliteMemory;
use jurat_text::Language;
use serde_json::json;

const ANSWERS: u64 = 100_000;
const LOOK_UPS: u64 = 1000;

/// Words that many questions have, as in law.
const COMMON: [&str; 24] = [
    "landlord",
    "tenant",
    "employer",
    "employee",
    "contract",
    "court",
    "permit",
    "notice",
    "appeal",
    "damages",
    "claim",
    "lease",
    "tax",
    "company",
    "director",
    "evidence",
    "judge",
    "consumer",
    "seller",
    "buyer",
    "visa",
    "fine",
    "deposit",
    "limitation",
];

fn main() {
    let given = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let answers = given.unwrap_or(ANSWERS);
    let folder = tempfile::tempdir().unwrap();
    let memory = SqliteMemory::open(folder.path()).unwrap();
    let start = Instant::now();
    for number in 0..answers {
        memory.remember(&answer(number)).unwrap();
    }
    println!("remembering        {:>9.3} ms each", millis(start.elapsed()) / as_f64(answers));
    let mut times = Vec::new();
    for number in 0..LOOK_UPS {
        let wanted = number * answers / LOOK_UPS;
        let asked = MemoryQuestion::read(&question(wanted), Some(Language::English));
        let key = MemoryKey::of(&asked, &scope());
        let start = Instant::now();
        let found = memory.candidates(&key).unwrap();
        times.push(start.elapsed());
        assert!(found.iter().any(|one| one.id == answer(wanted).id), "{wanted} was not found");
    }
    times.sort_unstable();
    let at = |share: usize| millis(times[times.len() * share / 1000]);
    println!("look-up, median    {:>9.3} ms among {answers} answers", at(500));
    println!("look-up, 95th      {:>9.3} ms", at(950));
    println!("look-up, slowest   {:>9.3} ms", at(999));
    let bytes = std::fs::metadata(folder.path().join("memory.db")).unwrap().len();
    println!("bytes an answer    {:>9}", bytes / answers);
}

/// A question with common words, some that a thousand others have, and one that few do.
fn question(number: u64) -> String {
    let common = |at: u64| COMMON[usize::try_from(mixed(number, at) % 24).unwrap()];
    let rarer = |at: u64| format!("matter{}", letters(mixed(number, at) % 2000));
    format!(
        "May the {} refuse a {} to the {} because of {} and {} in the case of {}?",
        common(1),
        common(2),
        common(3),
        rarer(4),
        rarer(5),
        letters(mixed(number, 6) % 40_000),
    )
}

fn letters(mut number: u64) -> String {
    let mut word = String::from("q");
    while 0 < number {
        word.push(char::from(b'a' + u8::try_from(number % 26).unwrap()));
        number /= 26;
    }
    word + "x"
}

fn mixed(number: u64, at: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(at);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

fn answer(number: u64) -> RememberedAnswer {
    let question = question(number);
    RememberedAnswer {
        id: RememberedAnswer::id_of(&question, &scope()),
        question,
        language: Language::English,
        scope: scope(),
        sources: Vec::new(),
        run: format!("run_{number}"),
        remembered_at_ms: number,
        confidence: 0.9,
        proof: String::new(),
        answer: json!({ "text": "It may not, since the section says so.".repeat(20) }),
    }
}

fn scope() -> MemoryScope {
    MemoryScope {
        corpus: "law".into(),
        preset: "fast".into(),
        jurisdiction: String::new(),
        as_of: String::new(),
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[expect(clippy::cast_precision_loss, reason = "counts")]
fn as_f64(count: u64) -> f64 {
    count as f64
}
