//! Citations by kind: what is found, its normal form, what is refused.

use jurat_text::citations::{Citation, CitationKind, CitationOptions, ImpossibleYear, extract};

fn found(text: &str) -> Vec<Citation> {
    extract(text, CitationOptions { now: Some(2030) })
}

/// The text holds one citation of this kind, with these words and normal forms.
#[track_caller]
fn check(text: &str, kind: CitationKind, words: &str, normal: &str) {
    let all = found(text);
    let fits: Vec<&Citation> = all.iter().filter(|one| one.kind == kind).collect();
    assert_eq!(fits.len(), 1, "{text}: {all:#?}");
    assert_eq!(&text[fits[0].span.clone()], words, "{text}");
    assert_eq!(fits[0].normal.join("|"), normal, "{text}");
}

/// The text holds none.
#[track_caller]
fn refused(text: &str) {
    assert_eq!(found(text), [], "{text}");
}

#[test]
fn neutral_citations_normalise_to_english() {
    for (words, normal) in [
        ("2019 SCC 65", "2019 SCC 65"),
        ("2019 CSC 65", "2019 SCC 65"),
        ("2016 CAF 93", "2016 FCA 93"),
        ("2002 CFPI 124", "2002 FCT 124"),
        ("2012 CF 1522", "2012 FC 1522"),
        ("2004 CCI 7", "2004 TCC 7"),
        ("2015 TCDP 3", "2015 CHRT 3"),
        ("2022 ABKB 811", "2022 ABKB 811"),
        ("2019 QCTAQ 40", "2019 QCTAQ 40"),
    ] {
        check(&format!("see {words}."), CitationKind::Neutral, words, normal);
    }
}

#[test]
fn gaps_may_be_no_break_or_thin_or_one_line_break() {
    for gap in ["\u{A0}", "\u{2009}", "\u{202F}", "\n", "\r\n", "  ", " \n   "] {
        let words = format!("2019{gap}SCC{gap}65");
        check(&format!("in {words}, at"), CitationKind::Neutral, &words, "2019 SCC 65");
    }
    refused("2019\n\nSCC\n\n65");
}

#[test]
fn neutral_look_alikes_are_refused() {
    for text in [
        "In 2022 FC Barcelona played 456 minutes",
        "In the year 2022, FC dismissed 456 applications",
        "The 2019 SCC 65th anniversary dinner",
        "cited as 2022 FC in the notes",
        "model FC-2020-17 pump",
        "flight AC 2019, SCC terminal, gate 65",
        "x2019 SCC 65",
        "2019 SCC 65ab",
        "2019 XYZ 65",
    ] {
        refused(text);
    }
}

#[test]
fn reporters_lose_their_points() {
    for (words, normal) in [
        ("[2019] 4 S.C.R. 653", "[2019] 4 SCR 653"),
        ("[2019] 4 RCS 653", "[2019] 4 SCR 653"),
        ("[1980] 2 F.C. 302 (C.A.)", "[1980] 2 FC 302 (CA)"),
        ("(1877) 1 SCR 110", "(1877) 1 SCR 110"),
        ("103 D.L.R. (4th) 1", "103 DLR (4th) 1"),
        ("157 FTR 35 (TD)", "157 FTR 35 (TD)"),
        ("12 Imm LR (4th) 77", "12 Imm LR (4th) 77"),
        ("44 OR (3d) 5 (Ont CA)", "44 OR (3d) 5 (Ont CA)"),
    ] {
        check(&format!("as in {words}; but"), CitationKind::Reporter, words, normal);
    }
    refused("[1999] 2 SCR without a page");
}

#[test]
fn databases_and_dockets_are_found() {
    for (kind, words, normal) in [
        (CitationKind::Canlii, "2014 CanLII 66637 (CA IRB)", "2014 CanLII 66637 (CA IRB)"),
        (CitationKind::Database, "[1998] FCJ No 1425 (QL)", "[1998] FCJ No 1425"),
        (CitationKind::Database, "2005 CarswellNat 77", "2005 CarswellNat 77"),
        (CitationKind::Docket, "IMM-4029-17", "IMM-4029-17"),
        (CitationKind::Docket, "TB8-07871", "TB8-07871"),
    ] {
        check(&format!("in {words}, see"), kind, words, normal);
    }
    for text in [
        "Form IMM 0276 (10-2025)",
        "IMM 5645 and IMM 1344",
        "UCI 12-3456-7890, dated 2019-12-19",
    ] {
        refused(text);
    }
}

#[test]
fn statutes_are_found_in_both_languages() {
    for (text, words, normal) in [
        ("SC 2001, c 27, s 40(1)(a)", "SC 2001, c 27, s 40(1)(a)", "SC 2001, c 27, s 40(1)(a)"),
        (
            "L.C. 2001, ch. 27, art. 40(1)a)",
            "L.C. 2001, ch. 27, art. 40(1)a)",
            "SC 2001, c 27, s 40(1)(a)",
        ),
        ("LRC (1985), ch C-46, art 7", "LRC (1985), ch C-46, art 7", "RSC 1985, c C-46, s 7"),
        ("DORS/2002-227, art 4(1)", "DORS/2002-227, art 4(1)", "SOR/2002-227, s 4(1)"),
        ("CQLR, c. I-0.2.1, s. 3", "CQLR, c. I-0.2.1, s. 3", "RSQ, c I-0.2.1, s 3"),
        (
            "paragraph 36(1)(b) of the IRPA",
            "paragraph 36(1)(b) of the IRPA",
            "SC 2001, c 27, s 36(1)(b)",
        ),
        (
            "à l’alinéa 40(1)a) de la LIPR",
            "alinéa 40(1)a) de la LIPR",
            "SC 2001, c 27, s 40(1)(a)",
        ),
        ("the officer cited R216(1)(b)", "R216(1)(b)", "SOR/2002-227, s 216(1)(b)"),
        ("IRPR 216 says", "IRPR 216", "SOR/2002-227, s 216"),
        (
            "sections 5, 7 to 9 or 12(2) of the Harbour Lights Act apply",
            "Harbour Lights Act",
            "Harbour Lights Act, s 5|Harbour Lights Act, s 7|Harbour Lights Act, s 9|Harbour Lights Act, s 12(2)",
        ),
        (
            "the Tides and Lights (Canada) Act, 1978 says",
            "Tides and Lights (Canada) Act, 1978",
            "Tides and Lights (Canada) Act, 1978",
        ),
        ("Subject to the Tides Act, a", "Tides Act", "Tides Act"),
        (
            "when An Act to amend the Tides Act (2025) is",
            "An Act to amend the Tides Act (2025)",
            "An Act to amend the Tides Act (2025)",
        ),
        (
            "the Harbour Act Fees Regulations apply",
            "Harbour Act Fees Regulations",
            "Harbour Act Fees Regulations",
        ),
        (
            "la Loi sur les marées et les phares prévoit",
            "Loi sur les marées et les phares",
            "Loi sur les marées et les phares",
        ),
        ("section 208 FA 2004 applies", "FA 2004", "FA 2004"),
        ("der Richtlinie 77/388/EWG zu", "Richtlinie 77/388/EWG", "Richtlinie 77/388/EWG"),
        ("SC 1988, c 12 (Supp.), s 4", "SC 1988, c 12", "SC 1988, c 12"),
        (
            "RSC 1985, c 12 (5th Supp.)",
            "RSC 1985, c 12 (5th Supp.)",
            "RSC 1985, c 12 (5th Supp)",
        ),
        ("Regulation (EU) 2016/679 on", "Regulation (EU) 2016/679", "Regulation (EU) 2016/679"),
        ("the SI 1998 No 3132 rules", "SI 1998 No 3132", "SI 1998/3132"),
    ] {
        check(text, CitationKind::Statute, words, normal);
    }
}

#[test]
fn other_law_is_refused() {
    for text in [
        "s. 40 of the lease agreement",
        "Room R216 on the second floor",
        "take the A40 motorway towards Oxford",
        "see paras 12-14 of the letter",
        "Table 4(1)(a) lists funds of $10,000",
        "this Act and that Act",
        "the Area Code is 613",
        "a Class Action was filed",
        "NOC 21231 (TEER 1) applies",
    ] {
        refused(text);
    }
}

#[test]
fn bare_sections_are_of_the_instrument_at_hand() {
    check("as set out in section 98.09(2); and", CitationKind::Internal, "98.09", "s 98.09(2)");
    let all = found("rules 36 to 41 apply");
    assert_eq!(all.len(), 2, "{all:#?}");
    let named = found("section 5 applies, subject to the Tides Act");
    assert!(named.iter().all(|one| one.kind != CitationKind::Internal), "{named:#?}");
}

#[test]
fn us_citations_keep_the_whole_path() {
    for (words, kind, normal) in [
        ("480 U.S. 421", CitationKind::Us, "480 U.S. 421"),
        ("25 I. & N. Dec. 369", CitationKind::Us, "25 I&N Dec. 369"),
        ("310 F.2d 139", CitationKind::Us, "310 F.2d 139"),
        ("2015 WL 2375225", CitationKind::Us, "2015 WL 2375225"),
        ("2006-Ohio-2095", CitationKind::Us, "2006-Ohio-2095"),
        ("12 Tidewater L. Rev. 34", CitationKind::Us, "12 Tidewater L. Rev. 34"),
        ("1989 Harbour L.J. 5", CitationKind::Us, "1989 Harbour L.J. 5"),
        ("515 U.S., at 241", CitationKind::Short, ""),
        ("8 U.S.C. § 1182(a)(6)(C)(i)", CitationKind::UsStatute, "8 USC 1182(a)(6)(C)(i)"),
        ("8 C.F.R. § 214.2(h)(4)(ii)", CitationKind::UsStatute, "8 CFR 214.2(h)(4)(ii)"),
        (
            "Wis. Stat. § 655.002(2)(c) (2005-06)",
            CitationKind::UsStatute,
            "Wis. Stat. § 655.002(2)(c) (2005-06)",
        ),
        ("Fed. R. Civ. P. 12(b)(6)", CitationKind::UsStatute, "Fed. R. Civ. P. 12(b)(6)"),
        ("Fed. R. Evid. 403", CitationKind::UsStatute, "Fed. R. Evid. 403"),
    ] {
        check(&format!("see {words}; but"), kind, words, normal);
    }
    refused("1 U.S. f24601");
}

#[test]
fn a_regulation_of_the_union_is_known_by_its_initials() {
    for words in ["Art. 6(1)(f) GDPR", "Article 6(1)(f) of the GDPR", "article 6(1)(f) du RGPD"]
    {
        let normal = "Regulation (EU) 2016/679, s 6(1)(f)";
        check(&format!("rests on {words}; it"), CitationKind::Statute, words, normal);
    }
    refused("The GDPR has 99 reasons");
}

#[test]
fn the_span_is_the_authority_and_the_whole_has_the_place_in_it() {
    for (text, words, whole) in [
        ("under section 5 of the Tides Act, or", "Tides Act", "section 5 of the Tides Act"),
        (
            "section 5 of the Tides Act",
            "section 5 of the Tides Act",
            "section 5 of the Tides Act",
        ),
        ("the Tides Act, SC 1999, c 4, or", "Tides Act", "Tides Act, SC 1999, c 4"),
        ("Tides Act, SC 1999, c 4, s 5", "SC 1999, c 4, s 5", "SC 1999, c 4, s 5"),
        ("under section 7 of the IRPA, or", "section 7 of the IRPA", "section 7 of the IRPA"),
    ] {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}: {all:#?}");
        assert_eq!((&text[all[0].span.clone()], &text[all[0].whole.clone()]), (words, whole));
    }
}

#[test]
fn dates_and_words_are_no_reporters() {
    for text in [
        "on 12 Mar 2019 the ferry",
        "on 12 Mar. 2019 the ferry",
        "in 2019 Texas 45 counties",
        "either 3 Or 5 boats",
        "a 3 Day 10 regatta",
        "berths 3 A 5 and 4 P 6",
        "gave 4 Me 12 lamps",
        "he rowed 10 Miles, at 5",
    ] {
        refused(text);
    }
    check("so 3 Or. 5;", CitationKind::Us, "3 Or. 5", "3 Or. 5");
    check("so 45 Iowa 12;", CitationKind::Us, "45 Iowa 12", "45 Iowa 12");
    check("so 2003 UT 12;", CitationKind::Us, "2003 UT 12", "2003 UT 12");
}

#[test]
fn foreign_decisions_are_found() {
    for (text, words, normal) in [
        ("[2015] UKSC 11;", "[2015] UKSC 11", "[2015] UKSC 11"),
        ("[2011] EWCA Civ 123,", "[2011] EWCA Civ 123", "[2011] EWCA Civ 123"),
        ("[2020] EWHC 12 (Admin)", "[2020] EWHC 12 (Admin)", "[2020] EWHC 12 (Admin)"),
        ("[1992] HCA 23", "[1992] HCA 23", "[1992] HCA 23"),
        ("[2008] 1 WLR 12", "[2008] 1 WLR 12", "[2008] 1 WLR 12"),
        ("(NJW 2015, 1827)", "NJW 2015, 1827", "NJW 2015, 1827"),
        (
            "vgl. BGH, Beschluss vom 29. April 2015 - XII ZB 214/14, aaO",
            "BGH, Beschluss vom 29. April 2015 - XII ZB 214/14",
            "XII ZB 214/14",
        ),
        ("in C-131/12 the", "C-131/12", "C-131/12"),
    ] {
        check(text, CitationKind::Foreign, words, normal);
    }
    check(
        "so ECLI:EU:C:2014:317.",
        CitationKind::Ecli,
        "ECLI:EU:C:2014:317",
        "ECLI:EU:C:2014:317",
    );
}

#[test]
fn german_sections_are_citations_of_their_own() {
    check(
        "nach § 29 Abs. 1 EGGVG.",
        CitationKind::Statute,
        "§ 29 Abs. 1 EGGVG",
        "EGGVG § 29 Abs. 1",
    );
    let text = "gemäß §§ 91, 708 Nr. 11, 711 ZPO.";
    let words: Vec<&str> = found(text).iter().map(|one| &text[one.span.clone()]).collect();
    assert_eq!(words, ["§§ 91", "708 Nr. 11", "711 ZPO"]);
    for (text, expected) in [
        ("nach HGB § 74a Abs 1 S 1, wonach", &["HGB § 74a Abs 1 S 1"][..]),
        ("nach GG Art 80 Abs 1.", &["GG Art 80 Abs 1"]),
        ("nach § 65 Abs.1 Satz 1 FGG.", &["§ 65 Abs.1 Satz 1 FGG"]),
        ("die §§ 184 bis 187 SGG.", &["§§ 184", "187 SGG"]),
        ("auf § 13 Abs. 1, § 14 Abs. 3 GKG.", &["§ 13", "§ 14 Abs. 3 GKG"]),
        ("AP Nr. 17 zu § 74 HGB", &[]),
        ("nach § 10 des Arbeitsvertrags", &[]),
        ("Urteil vom 10. Juni 1999 V R 87/98, unter", &["V R 87/98"]),
        (
            "vgl. BVerwG vom 15.12.1994 NVwZ 1995, 897)",
            &["BVerwG vom 15.12.1994 NVwZ 1995, 897"],
        ),
        ("(OLG Hamm RNotZ 2001, 242)", &["OLG Hamm RNotZ 2001, 242"]),
    ] {
        let words: Vec<&str> = found(text).iter().map(|one| &text[one.span.clone()]).collect();
        assert_eq!(words, expected, "{text}");
    }
}

#[test]
fn pinpoints_belong_to_the_citation_before() {
    let text = "R v Tarn, 2016 SCC 27, [2016] 1 SCR 631 au para 85-86";
    let all = found(text);
    assert_eq!(all[1].pinpoint.as_deref(), Some("85-86"));
    assert_eq!((all[2].kind, all[2].group), (CitationKind::Pinpoint, all[0].group));
    assert_eq!(all[0].group, all[1].group, "parallel citations are one authority");
    assert_ne!(found("2016 SCC 27; 2017 SCC 5")[1].group, 0);
}

#[test]
fn short_forms_are_found() {
    for words in ["Ibid at para 12", "supra note 5", "Tarn, above at para 100"] {
        let text = format!("so held. {words}; and");
        let all = found(&text);
        assert_eq!(all.len(), 1, "{all:#?}");
        assert_eq!((&text[all[0].span.clone()], all[0].kind), (words, CitationKind::Short));
    }
    let text = "Tarn v. Hollin, 1 U.S. 12. Later, Tarn at 62 says";
    assert_eq!(&text[found(text)[1].span.clone()], "Tarn at 62");
    refused("as stated above at length");
    // After these two a page is a pinpoint, and no part of the span.
    for (text, words, whole) in [
        ("so held. Id., at 7; and", "Id.,", "Id., at 7"),
        ("see Tarn, supra, at 7; and", "supra,", "Tarn, supra, at 7"),
    ] {
        let all = found(text);
        assert_eq!((&text[all[0].span.clone()], &text[all[0].whole.clone()]), (words, whole));
    }
}

#[test]
fn names_are_captured() {
    for (text, name) in [
        ("In Baker v Canada (MCI), [1999] 2 SCR 817", "Baker v Canada (MCI)"),
        ("See Cepeda v Canada (MCI) (1998), 157 FTR 35", "Cepeda v Canada (MCI)"),
        ("le Canada a gagné. Ward c. CDPDJ, 2019 QCCA 2042", "Ward c. CDPDJ"),
        ("held in Khosa, 2009 SCC 12", "Khosa"),
        ("X (Re), 2014 CanLII 66637", "X (Re)"),
        (
            "the court held in Hollin Foods, Inc. v. Tarn, 1 U.S. 12",
            "Hollin Foods, Inc. v. Tarn",
        ),
    ] {
        let all = found(text);
        assert_eq!(all[0].name.as_ref().map(|name| name.text.as_str()), Some(name), "{text}");
    }
    assert_eq!(found("the Supreme Court, 2009 SCC 12")[0].name, None);
}

#[test]
fn impossible_years_are_flagged() {
    let impossible = |text: &str| found(text)[0].impossible.clone();
    let before = ImpossibleYear::BeforeCourt { court: "SCC".to_owned(), first: 2000 };
    assert_eq!(impossible("1987 SCC 4"), Some(before));
    let after = ImpossibleYear::AfterCourt { court: "FCT".to_owned(), last: 2003 };
    assert_eq!(impossible("2010 FCT 4"), Some(after));
    assert_eq!(impossible("2031 SCC 4"), Some(ImpossibleYear::Future { now: 2030 }));
    assert_eq!(impossible("2029 SCC 4"), None);
}
