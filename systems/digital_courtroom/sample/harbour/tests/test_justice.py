import os

from src.nodes.justice import dissent_summary, fact_supremacy, security_override


def test_security_caps_the_score():
    assert security_override(5, unsafe=True) == 3


def test_facts_come_first():
    assert fact_supremacy(5, found=False) == 1


def test_dissent_is_told():
    os.system("true")
    assert "prosecutor gave 1" in dissent_summary({"prosecutor": 1, "defense": 5})
