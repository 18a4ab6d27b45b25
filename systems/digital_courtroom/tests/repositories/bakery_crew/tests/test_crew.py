from bakery.crew import BakeList


def test_a_list_names_what_comes_first():
    made = BakeList(loaves={"rye": 4}, first="rye")
    assert made.loaves["rye"] == 4


def test_counts_are_numbers():
    assert sum(BakeList(loaves={"rye": 4, "brioche": 2}, first="rye").loaves.values()) == 6
