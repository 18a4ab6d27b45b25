//! Probes of the sentence splitter: `¦` stands where a sentence must end, and nowhere else.
//! All names and authorities are invented.

use jurat_text::sentences::{SentenceKind, sentences};

fn check(probe: &str) -> Option<String> {
    let expected: Vec<&str> = probe.split('¦').map(str::trim).collect();
    let text = probe.replace('¦', "");
    let found: Vec<&str> = sentences(&text).into_iter().map(|one| &text[one.range]).collect();
    (expected != found).then(|| format!("expected {expected:#?}\nfound {found:#?}"))
}

fn check_all(probes: &[&str]) {
    let failures: Vec<_> = probes.iter().filter_map(|probe| check(probe)).collect();
    let count = failures.len();
    assert!(count == 0, "{count} of {} fail:\n{}", probes.len(), failures.join("\n"));
}

#[test]
fn english_abbreviations_do_not_end_sentences() {
    check_all(&[
        "The claim arises under 42 U.S.C. § 1983 et seq. and Cal. Code Regs., tit. 22, § 50.¦ See subd. (b).",
        "In Smith v. Canada, 2022 FC 456, the court agreed.¦ The appeal failed.",
        "Fox v. Reed (9th Cir. 2019) 12 F.3d 45 is no longer cited.¦ It was reversed.",
        "Docket No. 21-345 was closed.¦ No. 21-346 was not.",
        "Acme Widgets Inc. was dissolved.¦ Borealis Ltd. survived.",
        "The buyer is Acme Inc. The seller is Borealis Ltd. It pays on closing."
            .replace("Inc. The", "Inc.¦ The")
            .replace("Ltd. It", "Ltd.¦ It")
            .as_str(),
        "Dr. Ada Quill and Mr. J. P. Thorn testified.¦ Mrs. Vane did not.",
        "The Hon. Justice Marrow wrote for the majority.¦ Prof. Lind disagreed.",
        "See s. 25.1(1) and ss. 3 to 7 of the Act.¦ Then see para. 12.",
        "Compare p. 14 with pp. 20-22.¦ Both are wrong.",
        "The officer left at 5 p.m. and came back.¦ Nobody was there.",
        "The office opens at 9 a.m.¦ The hearing starts later.",
        "Counsel cited many cases, statutes, etc. and sat down.",
        "They brought pens, paper, etc.¦ The clerk took them.",
        "Blue, Green et al. v. Red was settled.¦ The terms are sealed.",
        "It was heard in the U.S. Court of Appeals.¦ Nobody appealed.",
        "He moved to the U.S.¦ The visa expired.",
        "Pursuant to 8 C.F.R. § 204.5, the petition is denied.¦ It may be refiled.",
        "Some goods, e.g. Timber, are exempt.¦ Others, i.e. Stone, are not.",
        "Cf. Lake v. Hill, 10 Cal. App. 4th 22.¦ That case differs.",
        "The letter of Jan. 5, 2020 was lost.¦ A copy exists.",
        "Gen. Ord. 12 applies.¦ Reg. 4 does not.",
        "As held in Id. at 45, the rule stands.",
        "The rate is 3.5 percent.¦ In 2019 it was 4.2 percent.",
        "Section 8.10.1 applies.¦ Section 8.10.2 does not.",
        "It weighs 2.5 kg.¦ The limit is 2 kg.",
        "See Art. 5 and Sched. 2.¦ Nothing else matters.",
        "St. Brendan Shipping Co. v. Port Auth. of Vell, 3 A.2d 4, controls.",
        "The Court of Appeal for Ont. refused leave.¦ Leave was sought again.",
        "This is the state of the art. The tribunal said so."
            .replace("art. The", "art.¦ The")
            .as_str(),
        "Is the answer no?¦ It is.",
        "What of the J. R. Field estate?¦ It was sold!¦ For cash.",
    ]);
}

#[test]
fn english_sentences_end_where_they_do() {
    check_all(&[
        "The Minister may refuse.¦ The applicant may appeal.",
        "He said \"stop.\"¦ She went on.",
        "(The motion was denied.)¦ The trial began.",
        "The rule is old.[12]¦ It was made in 1901.",
        "It ended in 2019.¦ A new one began in 2020.",
        "“It is so ordered.”¦ The clerk rose.",
        "The notice must be given within 30 days.¦ 15 days are not enough.",
        "They relied on s. 3.¦ The court did not.",
        "Counsel asked why... and waited.",
        "Counsel asked why...¦ Nobody knew.",
        "The quote reads: \"No person . . . may enter.\"¦ It is complete.",
        "See Schedule A.¦ The list is long.",
        "She chose Plan B.¦ It failed.",
        "The permit is valid. (See note 4.) It may be renewed."
            .replace("valid. (", "valid.¦ (")
            .replace("4.) It", "4.)¦ It")
            .as_str(),
        "[12] The applicant arrived in May.¦ [13] She left in June.",
        "Was it served?¦ Yes.¦ On whom?¦ On the agent.",
        "One line\nis wrapped here.¦ The next\nis too.",
        "The fee is $5.00.¦ It was $4.50.",
        "Go to www.example.test/a.b for forms.¦ Print them.",
        "Version 2.0 is out.¦ Version 1.9 is not supported.",
        "The tribunal (see reasons, para. 4) allowed it.¦ Costs follow.",
        "It is final!¦ “Really?”¦ “Yes.”",
        "The order was made on 3 May 2021.¦ On 4 May it was stayed.",
        "Payment is due at 5:00 p.m. EST on Friday.",
        "The parties (A. Stone and B. Wood) agreed.¦ C. Hill did not.",
        "John F. Gale Jr. signed.¦ His father did not.",
    ]);
}

#[test]
fn french_sentences() {
    check_all(&[
        "L’art. 5 de la Loi s’applique.¦ Le ministre peut refuser.",
        "Voir Tremble c. Canada, 2021 CF 99.¦ La demande est rejetée.",
        "M. Lavoie et Mme Roy ont témoigné.¦ Me Caron a plaidé.",
        "M. Le Blanc est absent.¦ Il reviendra.",
        "Selon le par. 25(1), l’étranger peut demander une dispense.¦ Il doit la motiver.",
        "Il a dit : « Je refuse. »¦ Elle est partie.",
        "Le délai est de 30 jours.¦ Toutefois, il peut être prorogé.",
        "Les frais sont de 1 500,50 $.¦ Ils sont payables d’avance.",
        "Voir les p. 12 et 13.¦ Aucune mention n’y figure.",
        "La société Boréale inc. a été dissoute.¦ L’actif fut vendu.",
        "Le dossier no 12 est clos.¦ Le dossier no 13 ne l’est pas.",
        "Qui a signé?¦ Personne.",
        "Cf. art. 12, al. 3 du Code.¦ Rien n’y change.",
        "Le tribunal, etc., a conclu ainsi.¦ C’est final.",
        "L’arrêt (Cass. civ. 2e, 3 mars 2001) est clair.¦ Il lie les parties.",
        "Le Dr. Noël est arrivé.¦ La séance commence.",
        "Voir Roche et al. c. Sable, par. 14.¦ Ce point est réglé.",
        "Le 5 janv. 2020, il est parti.¦ Il n’est pas revenu.",
        "L’agent peut, p. ex. par écrit, demander des pièces.",
        "Est-ce permis ?¦ Oui, sous réserve de l’art. 7.",
        "« C’est non. »¦ Le juge l’a répété.",
        "La règle 3.2 s’applique.¦ La règle 3.3 ne s’applique pas.",
    ]);
}

#[test]
fn portuguese_sentences() {
    check_all(&[
        "O art. 5º da Lei se aplica.¦ O juiz pode negar.",
        "Conforme o art. 7, inc. II, o advogado responde.¦ A pena é leve.",
        "O Exmo. Sr. Dr. Juiz decidiu.¦ A parte recorreu.",
        "O Dr. Silva e a Sra. Prado assinaram.¦ O réu não assinou.",
        "A multa é de R$ 1.500,00.¦ O prazo é de 15 dias.",
        "Vide fls. 12 e 13 dos autos.¦ Nada consta.",
        "A empresa Aurora Ltda. foi citada.¦ Não contestou.",
        "O proc. n. 123 foi extinto.¦ O autor apelou.",
        "Art. 5º O réu responde.\n¦Parágrafo único. A pena é leve.",
        "O § 1º não se aplica.¦ O § 2º se aplica.",
        "Segundo a Súm. 7, não cabe recurso.¦ É pacífico.",
        "Quem assinou?¦ Ninguém.",
        "Ele disse: “Não pago.”¦ E saiu.",
        "O prazo venceu em 3 de maio de 2020.¦ A parte não recorreu.",
        "Trata-se da Lei n. 8.078, de 1990.¦ Ela protege o consumidor.",
        "A Cia. Boreal vendeu a casa.¦ O comprador pagou.",
        "Os arts. 3 e 4 foram revogados.¦ Os demais vigoram.",
        "Cf. pág. 4.¦ O texto é claro.",
        "Os bens, móveis, imóveis etc. foram partilhados.¦ Todos concordaram.",
    ]);
}

#[test]
fn german_sentences() {
    check_all(&[
        "Der Vertrag wurde am 3. März 2020 geschlossen.¦ Er ist wirksam.",
        "Nach Art. 5 Abs. 2 ist das verboten.¦ Der Kläger irrt.",
        "Vgl. Rn. 12 und Ziff. 3.¦ Das genügt.",
        "Es gibt Ausnahmen, z.B. Notfälle.¦ Diese sind selten.",
    ]);
}

#[test]
fn lines_headings_and_paragraphs() {
    check_all(&[
        "Interpretation\n\n¦The following applies.¦ It is short.",
        "PART 1\n¦GENERAL PROVISIONS of this Act apply.",
        "DEFINITIONS\n¦In this Act, words have meanings.",
        "Part 2\n¦The Minister may act.",
        "Objectives\n\n¦Application\n\n¦The Act applies to all.",
        "The applicant must\nfile the form\nin time.",
        "The applicant must\n\nfile the form in time.",
        "He lives in\nNew Vell.¦ She does not.",
        "The first paragraph ends.\n\n¦The second begins.",
        "# Title\n¦The text follows.",
        "1. The holder must report.\n¦2. The holder must pay.",
        "25. (1) The Minister may refuse.\n¦(2) The Minister must give reasons.",
        "Art. 5. The holder must report.\n¦Art. 6. The holder must pay.",
        "Section 3. Fees are due.\n¦Section 4. Fees may be waived.",
        "It is made under subsection\n(2) of the Act.¦ It is valid.",
        "It refers to section\n25. The rest is void."
            .replace("25. The", "25.¦ The")
            .as_str(),
        "A. Facts\n\n¦The facts are few.",
        "137.\n\n“Office” means an office.\n\n¦138.\nThere is another.",
        "Conclusion\n¦[41] The claim is allowed.\n¦[42] Costs follow.",
        "He called it “a serious issue.”17¦ The panel agreed.",
        "It was enacted by Stats. 1953, Ch. 308.¦ It was amended later.",
        "The panel relied on the report [12] in its reasons.",
        "3.2.1 Scope\n\n¦This rule binds all.",
    ]);
}

#[test]
fn lists_go_on_with_a_sentence() {
    check_all(&[
        "The applicant must:\n¦(a) file a form;\n¦(b) pay a fee; and\n¦(c) wait.",
        "A person is inadmissible if\n¦(a) they lied; or\n¦(b) they hid.",
        "The holder must: ¦(a) report; ¦(b) pay; and ¦(c) leave.",
        "The holder must —\n¦(i) report;\n¦(ii) pay.",
        "Bring the following:\n¦- a passport\n¦- two photos",
        "Bring:\n¦• a passport;\n¦• two photos.",
        "O advogado deve:\n¦I - informar o cliente;\n¦II - guardar sigilo.",
        "São deveres:\n¦a) pagar;\n¦b) informar.",
        "L’étranger doit :\n¦a) remplir le formulaire;\n¦b) payer les droits.",
        "Rules (a) and (b) apply to all.¦ Rule (c) does not.",
        "He relied on paragraphs 3(a) and (b); the court did not.",
        "There are two grounds: (1) delay; (2) bias."
            .replace(": (", ": ¦(")
            .replace("; (", "; ¦(")
            .as_str(),
        "Steps:\n¦1. Open the form.\n¦2. Sign it.\n¦3. Send it.",
        "The list is closed.\n¦1. Open the form.\n¦2. Sign it.",
    ]);
}

#[test]
fn items_know_their_lead_in() {
    let text = "A holder must:\n(a) report;\n(b) if asked:\n(i) show a card;\n(ii) sign;\n\
                (c) leave.\nNothing else is needed.";
    let found = sentences(text);
    let links: Vec<_> = found.iter().map(|one| (one.kind, one.lead_in)).collect();
    let item = |lead| (SentenceKind::Item, Some(lead));
    let rest = (SentenceKind::Sentence, None);
    assert_eq!(links, [rest, item(0), item(0), item(2), item(2), item(0), rest]);
}

#[test]
fn the_ninth_letter_is_no_numeral() {
    let text = "They must:\n(g) one;\n(h) two;\n(i) three;\n(j) four.";
    let leads: Vec<_> = sentences(text).into_iter().map(|one| one.lead_in).collect();
    assert_eq!(leads, [None, Some(0), Some(0), Some(0), Some(0)]);
}

#[test]
fn headings_are_told_apart() {
    let kinds: Vec<_> = sentences("Scope\n\nThis Act binds all.")
        .into_iter()
        .map(|one| one.kind)
        .collect();
    assert_eq!(kinds, [SentenceKind::Heading, SentenceKind::Sentence]);
}

#[test]
fn the_rest_of_a_marked_heading_is_no_part_of_what_follows() {
    check_all(&[
        "## Section 5.¦ Records\n¦The operator must keep the log for seven years.",
        "## 5 Records\n¦The operator must keep the log for seven years.",
    ]);
}
