"""Questions made of the words of a provision, in English and French, and slips of the keyboard."""

import re

EN_NORM = re.compile(
    r"^(?:(?:Subject to|Despite|If|For the purposes? of|Where) [^,]+, )?"
    r"(?P<who>[A-Z]?[^,;]{2,90}?) "
    r"(?P<modal>shall not|may not|must not|is not required to|is entitled to|shall|may|must) (?P<act>.+)$")
FR_NORM = re.compile(
    r"^(?:(?:Sous réserve|Malgré|Pour l’application|Si|S’il) [^,]+, )?"
    r"(?P<who>(?:L[ea]s?|L’|Tout|Toute|Une?|Nul|l[ea]s?|l’|toute?|une?)[^,;]{2,80}?) "
    r"(?P<modal>ne peut|ne peuvent|peut|peuvent|doit|doivent|est tenue? de|ne doit pas|a droit à) (?P<act>.+)$")
EN_TIME = re.compile(
    r"\b(within|not later than|no later than|at least|for a period of) ([\w\- ]{1,24}?(day|month|year|hour|week)s?)\b")
FR_TIME = re.compile(
    r"\b(dans les|au plus tard|au moins|d’au plus|pendant|dans un délai de) ([\w\-’ ]{1,24}?(jours?|mois|ans|années?|heures|semaines))\b")
FR_BAN = re.compile(r"^Il est interdit (?:à [^,]{3,60} )?(?:de |d’)(.+)$")
EN_CRIME = re.compile(r"(?:person|one|individual|organization|employer|corporation) who ([^,]{10,120}?) (?:is guilty|commits|is liable)")


def without_label(text):
    return re.sub(r"^(\d[\w.\-]*\s+)?(\([\dA-Za-z.]+\)\s+)?", "", text).strip()


def lowered(text):
    return text[:1].lower() + text[1:] if len(text) > 1 and not text[1].isupper() else text


def first_words(text, count):
    return " ".join(text.split()[:count]).rstrip(" ,;:—-")


def first_clause(text):
    return re.split(r"(?<=[a-zé)])[.;:](?=\s|$)|—", text, maxsplit=1)[0].strip()


def english(text, note, rng):
    """Up to two questions that the text answers."""
    text = without_label(text)
    out = []
    norm = EN_NORM.match(first_clause(text))
    length = rng.choice([6, 8, 10, 12, 16])
    if norm:
        who = re.sub(r"^no ", "a ", lowered(norm["who"].strip()))
        modal, forbids = norm["modal"], norm["who"].lower().startswith("no ") or "not" in norm["modal"]
        act = re.sub(r",[^,]*?,", " ", norm["act"]) if rng.random() < .5 else norm["act"]
        time = EN_TIME.search(text)
        if time and rng.random() < .7:
            act = first_words(act.replace(time[0], "").replace("  ", " "), length)
            unit = time[3] + "s"
            forms = [f"Within how many {unit} must {who} {act}?", f"How long does {who} have to {act}?",
                     f"What is the deadline to {act}?", f"How soon must {who} {act}?"]
            if time[1] in ("at least", "for a period of"):
                forms = [f"How long must {who} {act}?", f"How many {unit} {act}?"]
        elif modal == "is entitled to":
            act = first_words(act, length)
            forms = [f"Is {who} entitled to {act}?", f"Who is entitled to {act}?", f"Do I have a right to {act}?"]
        else:
            act = first_words(act, length)
            forms = [f"Must {who} {act}?", f"When must {who} {act}?", f"Does {who} have to {act}?",
                     f"Who must {act}?", f"Do I have to {act}?", f"What must {who} do about {lowered(note)}?" if note else f"What must {who} do?"]
            if forbids:
                forms = [f"Can {who} {act}?", f"Is it illegal to {act}?", f"Is {who} allowed to {act}?", f"Am I allowed to {act}?"]
            elif modal == "may":
                forms = [f"May {who} {act}?", f"Can {who} {act}?", f"Who may {act}?", f"Who can {act}?",
                         f"When may {who} {act}?", f"Is {who} allowed to {act}?", f"Can I {act}?"]
        out.append(rng.choice(forms))
    crime = EN_CRIME.search(text)
    if crime and rng.random() < .8:
        act = first_words(crime[1], 14)
        out.append(rng.choice([f"What is the penalty for a person who {act}?", f"What happens if someone {act}?",
                               f"What fine applies to someone who {act}?"]))
    if note and rng.random() < .35:
        out.append(rng.choice([f"What are the rules on {lowered(note)}?", f"What does the law say about {lowered(note)}?",
                               f"Tell me about {lowered(note)}", f"What about {lowered(note)}?"]))
    return out[:2]


def french(text, note, rng):
    """Up to two questions that the text answers."""
    text = without_label(text)
    clause = first_clause(text)
    out = []
    norm, time, ban = FR_NORM.match(clause), FR_TIME.search(text), FR_BAN.match(clause)
    length = rng.choice([6, 8, 10, 12, 16])
    if norm:
        who = re.sub(r"^nul\b", "une personne", lowered(norm["who"].strip()))
        it = "elle" if re.match(r"(?i)(la|une|toute)\b", who) else "il"
        modal, capital = norm["modal"], who[:1].upper() + who[1:]
        act = re.sub(r",[^,]*?,", " ", norm["act"]) if rng.random() < .5 else norm["act"]
        act = first_words(act.replace(time[0], "") if time else act, length)
        forms = [f"{capital} doit-{it} {act} ?", f"Quand {who} doit-{it} {act} ?", f"Est-ce que {who} doit {act} ?",
                 f"Qui doit {act} ?", f"Dois-je {act} ?"]
        if time and rng.random() < .7:
            forms = [f"Dans quel délai {who} doit-{it} {act} ?", f"Quel est le délai pour {act} ?",
                     f"Combien de {time[3]} {who} a-t-{it} pour {act} ?"]
        elif modal.startswith("ne"):
            forms = [f"{capital} peut-{it} {act} ?", f"Est-il interdit de {act} ?", f"Qui ne peut pas {act} ?",
                     f"A-t-on le droit de {act} ?"]
        elif modal.startswith("peu"):
            forms = [f"{capital} peut-{it} {act} ?", f"Qui peut {act} ?", f"Quand {who} peut-{it} {act} ?",
                     f"Est-ce que {who} peut {act} ?", f"Puis-je {act} ?", f"Peut-on {act} ?"]
        elif modal == "a droit à":
            forms = [f"{capital} a-t-{it} droit à {act} ?", f"Qui a droit à {act} ?", f"Ai-je droit à {act} ?"]
        out.append(rng.choice(forms))
    elif ban:
        act = first_words(ban[1], length)
        out.append(rng.choice([f"Est-il permis de {act} ?", f"Peut-on {act} ?", f"A-t-on le droit de {act} ?"]))
    if note and re.search(r"infraction|passible|amende|emprisonnement|coupable", text) and rng.random() < .8:
        out.append(rng.choice([f"Quelle est la peine pour {lowered(note)} ?", f"Quelle est l’amende pour {lowered(note)} ?",
                               f"Que risque-t-on : {lowered(note)} ?"]))
    if note and rng.random() < .4:
        out.append(rng.choice([f"Quelles sont les règles sur {lowered(note)} ?", f"Que dit la loi sur {lowered(note)} ?",
                               f"{note} ?", f"Qu’en est-il de {lowered(note)} ?"]))
    return out[:2]


def definition(term, language, rng):
    """A question for the meaning of a term."""
    forms = {
        "en": [f"What is {term}?", f"What does {term} mean?", f"Definition of {term}", f"What counts as {term}?",
               f"Who is a {term}?", term],
        "fr": [f"Qu’est-ce que {term} ?", f"Que signifie {term} ?", f"Définition de {term}",
               f"Quelle est la définition de {term} ?", term],
    }
    return rng.choice(forms[language])


def thinned(text, rng, share=.15):
    """Without some of its words: people leave words out."""
    words = text.split()
    return text if len(words) < 6 else " ".join(word for word in words if rng.random() > share)


def slipped(text, rng):
    """With one or two slips of the keyboard: a letter left out, doubled, swapped or struck beside."""
    letters = list(text)
    places = [at for at in range(1, len(letters) - 1) if letters[at].isalpha() and letters[at + 1].isalpha()]
    for at in sorted(rng.sample(places, min(len(places), rng.choice([1, 1, 2]))), reverse=True):
        kind = rng.randrange(4)
        if kind == 0:
            del letters[at]
        elif kind == 1:
            letters.insert(at, letters[at])
        elif kind == 2:
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
        else:
            letters[at] = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return "".join(letters)
