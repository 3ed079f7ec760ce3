"""`make bench`: run every benchmark, or those named, and write results.json with the machine named."""

import json
import sys
from pathlib import Path

from benchmarks import (
    anytime_coverage,
    blurring,
    builtin,
    compare_error,
    comparing,
    dashboard_browser,
    dashboard_case,
    dashboard_live,
    dashboard_queries,
    dashboard_readers,
    drawing,
    implications,
    implications_real_questions,
    interval_coverage,
    keying,
    lasso,
    loaders,
    many_calls,
    metamorphic,
    noise,
    overhead,
    pairing,
    parquet_writers,
    photographs,
    planning,
    ray_engine,
    reading,
    servers,
    starting,
    weighing,
)
from benchmarks.machine import machine

BENCHMARKS = {
    "query_key": keying.measure,
    "plan": planning.measure,
    "engine_overhead": overhead.measure,
    "start": starting.measure,
    "core_size": weighing.measure,
    "stickers": drawing.measure,
    "reading": reading.measure,
    "implications": implications.measure,
    "carets": pairing.measure,
    "metamorphic": metamorphic.measure,
    "soft_blur": blurring.measure,
    "noise": noise.measure,
    "builtin": builtin.measure,
    "loaders": loaders.measure,
    "lasso": lasso.measure,
    "anytime_coverage": anytime_coverage.measure,
    "many_calls": many_calls.measure,
    "photographs": photographs.measure,
    "servers": servers.measure,
    "interval_coverage": interval_coverage.measure,
    "compare": comparing.measure,
    "compare_error": compare_error.measure,
    "dashboard_readers": dashboard_readers.measure,
    "dashboard_case": dashboard_case.measure,
    "dashboard_live": dashboard_live.measure,
    "dashboard_queries": dashboard_queries.measure,
    "dashboard_browser": dashboard_browser.measure,
    "ray_engine": ray_engine.measure,
    "parquet_writers": parquet_writers.measure,
    "implications_real_questions": implications_real_questions.measure,
}


def main() -> None:
    """Results of benchmarks that were not named are kept."""
    path = Path(__file__).with_name("results.json")
    results = json.loads(path.read_text()) if path.exists() else {}
    results["machine"] = machine()
    unknown = [name for name in sys.argv[1:] if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"no benchmark {unknown[0]!r}: there are {', '.join(BENCHMARKS)}")
    for name in sys.argv[1:] or BENCHMARKS:
        results[name] = BENCHMARKS[name]()
        print(name, json.dumps(results[name]))
        path.write_text(json.dumps(results, indent=1) + "\n")


main()
