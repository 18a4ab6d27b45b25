//! Passages that explain a term, name it, or only sound as if they explained it: one half the
//! judgement was made with, the other was held back while it was made.

use jurat_model::{ReaderIdentity, Rendition};

use crate::detect::paper::read_paper;

const FAN: &str = "Fan-Out";
const META: &str = "Metacognition";
const SYNC: &str = "State Synchronization";
const DIA: &str = "Dialectical Synthesis";

/// A term, a passage, and whether the one explains the other.
type LabelledPassage = (&'static str, &'static str, bool);

#[rustfmt::skip]
const TUNED: &[LabelledPassage] = &[
    // Explained, at length or in few words.
    (FAN, "Fan-out: the router returns one Send for each judge, so all three run at once.", true),
    (FAN, "Fan-out happens in `open_gates`, which starts one task per gate.", true),
    (SYNC, "State synchronization: annotated reducers on `TideState` let parallel nodes write without losing keys.", true),
    (SYNC, "For state synchronization each branch appends its findings to a list, and the reducer merges the lists by id when the branches join.", true),
    (META, "Metacognition means that the chief judge reads its own scores again: when they lie more than two apart, it re-runs the citations and drops opinions that cite nothing.", true),
    (META, "- Metacognition: variance over 2 triggers a second look; evidence overrides opinions; a security finding caps the score at 3.", true),
    (DIA, "Dialectical synthesis is done by `rule_on` in `src/justice.py`: it takes the three opinions and weighs the technical one highest.", true),
    (DIA, "Dialectical synthesis. Three judges read the same evidence with opposed prompts. The chief judge then applies fixed rules, because a mean would hide who disagreed.", true),
    (FAN, "| Fan-out | `route_gates` sends a note to every gate node in `src/graph.py` |", true),
    (META, "## Metacognition\n\nThe keeper compares its forecast with the level it measured and stores the difference, so that the next forecast starts from its own error.", true),
    // Named only.
    (FAN, "Our architecture uses fan-out.", false),
    (META, "The system shows metacognition, which makes it stand out among other systems of this kind.", false),
    (SYNC, "We paid much attention to state synchronization throughout the project, as it is very important.", false),
    (DIA, "Dialectical synthesis, metacognition, state synchronization and fan-out are the four pillars of this work.", false),
    (DIA, "Through dialectical synthesis the platform reaches better results and a higher quality of outcomes for everyone.", false),
    (META, "See the section on metacognition in `docs/ideas.md` for more.", false),
    // Of the right form, and empty.
    (META, "Metacognition leverages cutting-edge agentic reasoning to enable seamless, robust and scalable orchestration of intelligent systems through innovative paradigms, because excellence drives synergy and therefore value.", false),
    (FAN, "Fan-out via fan-out by fan-out through fan-out calls fan-out when fan-out returns fan-out because fan-out merges fan-out into fan-out after fan-out.", false),
    (SYNC, "State synchronization is when the state is synchronized, because a state that is synchronized is in a synchronized state, so the synchronization of the state keeps the state synchronized.", false),
    (DIA, "Dialectical synthesis sings blue before Tuesday, because umbrellas write marble into butter, and therefore seven soft mountains return by candle.", false),
    (FAN, "Fan-out graph node edge state reducer merge send parallel router judge evidence score.", false),
    (FAN, "We fan-out after the context is built: `start_detectives` dispatches three workers, and each gets a copy of the inputs.", true),
    (FAN, "Fan-out: START has edges to both readers, so neither waits for the other.", true),
    (SYNC, "State synchronization relies on `operator.add`, which concatenates the lists of both branches.", true),
    (SYNC, "State synchronization is achieved by giving every key one writer; keys with two writers carry a function that combines their values.", true),
    (META, "Metacognition here is a loop: the checker scores each answer, and answers below 0.6 go back to the writer with the failed rule attached.", true),
    (META, "By metacognition we mean the audit of the audit. `reread_citations` opens every cited line again and removes those whose hash has changed.", true),
    (DIA, "Dialectical synthesis: prosecutor and defence each file an opinion, the tech lead breaks ties, and the final score is their weighted median.", true),
    (DIA, "1. Dialectical synthesis is implemented in `ChiefKeeper.decide`, where conflicting scores are clamped to what the evidence supports.", true),
    (META, "| Metacognition | `second_look` compares the two drafts and logs the difference |", true),
    (SYNC, "### State Synchronization\n\nEvery node returns a partial dict. LangGraph merges it into `TideState` with the reducer named in the annotation, hence two nodes never overwrite each other.", true),
    (FAN, "The graph is built with fan-out and other well-known patterns in mind.", false),
    (META, "Metacognition is one of the most fascinating topics in artificial intelligence today.", false),
    (SYNC, "State synchronization: yes.", false),
    (DIA, "This report covers dialectical synthesis and shows how far we have come since the beginning of the course.", false),
    (META, "With metacognition our agents truly understand themselves and go beyond what was possible before.", false),
    (FAN, "Files about fan-out: `src/graph.py`, `src/state.py`.", false),
    (DIA, "Dialectical synthesis empowers next-generation intelligence by combining deep insight with holistic excellence, so that stakeholders benefit from world-class quality when it matters most.", false),
    (META, "Metacognition metacognition thinks thinking about thinking by thinking thoughts so that thoughts think when thinking returns thinking because thought calls thought.", false),
    (SYNC, "State synchronization dances when lemons vote because the orchestra reads velvet, and it therefore writes a slow winter into every window.", false),
    (FAN, "Fan-out, fan-in, reducers, routers, judges, graphs, nodes, edges, typed state, parallel branches, robust orchestration, merged evidence, scalable swarms.", false),
    (DIA, "Dialectical synthesis is a process in which synthesis is reached dialectically, which means that the dialectical process ends with a synthesis of what was dialectical.", false),
    // Explained.
    (META, "Before it signs, the clerk asks itself three questions about its own ruling; one answer of no reopens the case. We call this metacognition.", true),
    (SYNC, "State synchronization costs us one rule: a branch may touch only keys that carry its prefix, and `fold_branches` refuses the rest.", true),
    (DIA, "Our dialectical synthesis starts from disagreement. If two opinions are three points apart, the clerk quotes both in the ruling and lowers PASS to PARTIAL.", true),
    (FAN, "The fan-out sits behind `intake`. Four readers pick up the same bundle there, and none of them sees what the others found.", true),
    (SYNC, "How state synchronization works: `TideState.levels` is annotated with `max`, so a late gate cannot undo a higher level.", true),
    (FAN, "- Fan-out to readers: `add_conditional_edges(\"intake\", split)`; `split` yields one `Send` per exhibit.", true),
    (META, "Metacognition was the hardest part: we hash each prompt together with its answer, and an answer that comes back different on a second try is thrown away.", true),
    (DIA, "Dialectical synthesis = thesis from `prosecute`, antithesis from `defend`, ruling from `settle`, which may not leave the range the other two span.", true),
    (SYNC, "Two threads share one ledger. A mutex around `Ledger::post` gives us state synchronization at the price of some waiting.", true),
    (FAN, "| Pattern | Where |\n|---|---|\n| Fan-out | `dispatch()` in `src/harbour.py` pushes each ship to its own queue |", true),
    (META, "Metacognition, for us, is bookkeeping: predicted scores are subtracted from those of the final review, and personas that drift by more than one point lose weight.", true),
    // Named only.
    (META, "Metacognition has been discussed by many authors, and we agree with most of them.", false),
    (SYNC, "Good state synchronization is hard, as everyone who has tried it will know.", false),
    (FAN, "The diagram on the next page shows the fan-out.", false),
    (DIA, "Thanks to dialectical synthesis, our graph of agents is more robust than a single judge could ever be.", false),
    (META, "Future versions of the graph will have more metacognition in every node.", false),
    (SYNC, "Keywords: graph, state synchronization, judges, evidence, `AgentState`, reducers.", false),
    // Empty.
    (DIA, "By dialectical synthesis, for dialectical synthesis, through dialectical synthesis: the synthesis merges the dialectic and the dialectic sends the synthesis when both return.", false),
    (FAN, "Fan-out brings unparalleled agility by enabling teams to move faster and to unlock the full power of distributed thinking, so that every challenge becomes an opportunity when it arises.", false),
    (META, "Metacognition because node therefore graph so that state when reducer until judge via evidence.", false),
    (SYNC, "State synchronization is what happens if there is synchronization, and without it there would be none, which means that we need it whenever we need it.", false),
    (DIA, "Dialectical synthesis reflects our belief that truth emerges where minds meet, that every voice matters, and that harmony grows out of honest tension.", false),
];

#[rustfmt::skip]
const HELD_BACK: &[LabelledPassage] = &[
    // Explained.
    (FAN, "Fan-out begins once the bundle is unpacked. `unpack` hands every exhibit to a reader of its own, and readers never talk to each other.", true),
    (SYNC, "A barrier provides state synchronization: no judge starts until all detectives have deposited their findings.", true),
    (META, "Metacognition: after each round the panel reviews its last verdict and must name one reason why it could be wrong; a verdict without such a reason is returned.", true),
    (DIA, "We built dialectical synthesis as a small state machine (`Debate`). It moves from claim to objection to ruling, and an objection that cites no line is ignored.", true),
    (SYNC, "State synchronization is trivial here since `merge_maps` keeps the newest entry per key.", true),
    (DIA, "In dialectical synthesis the score is not averaged. The clerk drops the opinion with the fewest valid citations and takes the middle of what is left.", true),
    (FAN, "Three coroutines are created by `asyncio.gather`; this is our fan-out.", true),
    (META, "#### Metacognition\n\n- Scores that differ by more than 2 are sent back once.\n- Opinions without evidence are struck out.\n", true),
    // Named only.
    (FAN, "Fan-out is a standard technique that every engineer should know and that we also chose.", false),
    (DIA, "The term dialectical synthesis goes back to philosophy and inspired the name of our chief judge.", false),
    (META, "In the end, metacognition is what makes the difference between a tool and a colleague.", false),
    (SYNC, "Both state synchronization and logging can be found in the repository.", false),
    // Empty.
    (SYNC, "Our state synchronization harnesses next-level technology so that complex challenges turn into lasting value whenever innovation meets passion.", false),
    (FAN, "Fan-out! Fan-out! Because fan-out, when fan-out, so fan-out: fan-out sends fan-out, fan-out joins fan-out.", false),
    (META, "The metacognition of the moon writes seven letters to the sea, and when the sea returns them, the wind keeps one because Sunday is green.", false),
    (DIA, "Dialectical synthesis, graph, nodes, reducers, `AgentState`, `Send`, evidence, opinions, verdicts, rubric, personas, variance.", false),
];

/// Whether some place of the paper explains the term.
fn explains(term: &str, text: &str) -> bool {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let rendition = Rendition::plain(reader, text.to_owned());
    let terms = [DIA, FAN, META, SYNC].map(str::to_owned);
    let facts = read_paper("tides.md", &rendition, &terms);
    let own: Vec<_> = facts.terms.iter().filter(|one| one.value.term == term).collect();
    assert!(!own.is_empty(), "the term was not found: {text}");
    own.iter().any(|one| one.value.substantive)
}

/// The rows that are judged otherwise than they should be.
fn wrong(rows: &[LabelledPassage]) -> Vec<&'static str> {
    let is_wrong = |row: &&LabelledPassage| explains(row.0, row.1) != row.2;
    rows.iter().filter(is_wrong).map(|row| row.1).collect()
}

#[test]
fn passages_are_judged_as_people_would() {
    let missed = wrong(TUNED);
    assert!(missed.is_empty(), "of {}: {missed:#?}", TUNED.len());
}

#[test]
fn passages_that_were_held_back_are_judged_well_too() {
    let missed = wrong(HELD_BACK);
    assert!(missed.len() <= 1, "{} of {}: {missed:#?}", missed.len(), HELD_BACK.len());
}
