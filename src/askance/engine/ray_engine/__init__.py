"""`--engine ray`: the models of a run in worker processes of a Ray cluster; Ray is imported when a run starts."""
