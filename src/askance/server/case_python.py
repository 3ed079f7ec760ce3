"""A case as Python code: it reads the case and its answers from the workspace, and sends the questions again."""

from askance.report.current_results import CurrentResult
from askance.server.query_results import CaseRow

_CODE = """\
import askance
import pyarrow.compute as pc
from askance.core import decode_case

run = askance.open_run({folder})  # the folder of the workspace
key = bytes.fromhex({key})
cases, verdicts = run.cases, run.verdicts
case = decode_case(cases.filter(pc.equal(cases["case_key"], key))["body"][0].as_py())
is_this = pc.and_(pc.equal(verdicts["case_key"], key), pc.equal(verdicts["model"], {model}))
print(verdicts.filter(is_this).to_pylist())
"""
_AGAIN = """
# Send the questions of this case to the model again.
from askance.engine.ask_case import ask_case

data = next(each.data_name for each in run.space.case_sets() if each.id == {case_set})
asked = ask_case(case, model={name}, data=data)
for role, answer in asked.answers.items():
    print(role, answer.text or answer.reason)
print(asked.verdict)
"""


def python_code(row: CaseRow, workspace: str, result: CurrentResult | None) -> str:
    """Code that prints the stored verdict and, where the model can be opened by its name, a new one.

    The name of the data set may contain a path of this machine, so the code reads it from the workspace.
    """
    code = _CODE.format(folder=_literal(workspace), key=_literal(row.case_key), model=_literal(row.model))
    if result is None or result.is_earlier or result.name != result.own_name:
        return code
    return code + _AGAIN.format(name=_literal(result.own_name), case_set=_literal(result.case_set))


def _literal(text: str) -> str:
    """A Python literal in ASCII: nothing in it can end the text or reorder the code."""
    return ascii(text)
