"""Requests made from the OpenAPI description: no view answers with 5xx, and every status is described."""

import shutil

import pytest
import schemathesis
from askance.server.app import create_app
from askance.server.dashboard import Access, Dashboard
from askance.server.view_table import VIEWS
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis import checks as all_checks

from dashboard_pages import HOST
from examples import examples

TOKEN = "token-of-the-fuzzer"
EXAMPLES = examples(3)  # per operation and mode
CHECKS = [
    all_checks.not_a_server_error,
    all_checks.status_code_conformance,
    all_checks.content_type_conformance,
    all_checks.response_schema_conformance,
]
DESCRIBED = create_app(Dashboard.of_folders(["."])).openapi()["paths"]
OPERATIONS = [
    pytest.param(path, method, mode, id=f"{method} {path} {mode.value}")
    for path, methods in DESCRIBED.items()
    for method, described in methods.items()
    for mode in GenerationMode
    if mode == GenerationMode.POSITIVE or described.get("parameters") or described.get("requestBody")
]


@pytest.fixture(scope="module")
def schema(demo_workspace, tmp_path_factory):
    """The description of an app over a copy of the small workspace: operations that write may change it."""
    folder = tmp_path_factory.mktemp("fuzzed") / "small-demo"
    shutil.copytree(demo_workspace, folder)
    app = create_app(Dashboard.of_folders([folder], Access(token=TOKEN), ["builtin:blind"]))
    loaded = schemathesis.openapi.from_dict(app.openapi())
    loaded.app = app
    return loaded


@pytest.mark.parametrize(("path", "method", "mode"), OPERATIONS)
def test_no_request_breaks_a_view(schema, path, method, mode):
    @given(case=schema[path][method].as_strategy(mode))
    @settings(
        EXAMPLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck), derandomize=True, database=None
    )
    def answer(case):
        response = case.call(base_url=HOST, headers={"authorization": f"Bearer {TOKEN}"})
        case.validate_response(response, checks=CHECKS)

    answer()


def test_every_view_is_described():
    for view in VIEWS:
        assert any(path == view.path or path.startswith(f"{view.path}/") for path in DESCRIBED)
        assert any(path.startswith(f"/api{view.path}") for path in DESCRIBED)


def test_every_answer_of_the_api_has_a_schema():
    for path, methods in DESCRIBED.items():
        for described in methods.values():
            if path.startswith("/api/"):
                content = next(one for code, one in described["responses"].items() if code.startswith("2"))["content"]
                assert all(each.get("schema") for each in content.values()), path
