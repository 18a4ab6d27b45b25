//! Words by which an explanation is told from a heap of catchwords. Folded.

jurat_text::word_lists! {
    "terms" [en, fr, pt, de, es];

    /// What code, or somebody who runs it, does to something: in its plain form.
    pub(super) static DOING;

    /// The same, as other languages write it.
    pub(super) static DOING_ELSEWHERE;

    /// Frames of cause, means, time and meaning; something must come behind them.
    pub(super) static FRAMES;

    /// What code is made of: things that are done something to.
    pub(super) static THINGS;

    /// Words that say nothing by themselves and stand in heaps where nothing is explained.
    pub(super) static CATCH;
}
