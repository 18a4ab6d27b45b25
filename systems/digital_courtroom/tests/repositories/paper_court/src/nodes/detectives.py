def repo_detective(state):
    return {}


def doc_detective(state):
    return {"evidences": {"docs": {"found": True}}}


def vision_detective(state):
    pass


def evidence_aggregator(state):
    return state
