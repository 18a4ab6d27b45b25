from keepers.justice import variance_rule


class Said:
    def __init__(self, score):
        self.score = score


def test_wide_scores_differ():
    assert variance_rule([Said(1), Said(4)])
    assert not variance_rule([Said(3), Said(4)])
