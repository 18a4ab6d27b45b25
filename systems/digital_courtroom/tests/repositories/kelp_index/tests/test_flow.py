from kelp.flow import Answer


def test_an_answer_names_its_files():
    assert Answer(text="it sways", files=["holdfast.md"]).files == ["holdfast.md"]


def test_files_are_kept_in_order():
    assert Answer(text="x", files=["b.md", "a.md"]).files[0] == "b.md"
