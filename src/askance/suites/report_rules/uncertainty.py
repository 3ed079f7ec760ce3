"""Report rules of `uncertainty`: how sure the model is of its answers."""

from askance.core.chart import Chart

FINDINGS = ()
CHARTS = (Chart("dots", "Uncertainty and entropy, by answer type", ("uncertainty", "entropy"), ("", "type/*")),)
