"""LaTeX tables in the forms of the papers, with the results of a workspace: one file per paper."""

from askance.report.paper_tables.papers import PAPERS, paper_tables, render_paper

__all__ = ["PAPERS", "paper_tables", "render_paper"]
