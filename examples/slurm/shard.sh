#!/bin/sh
# One task of a Slurm array: part N of COUNT of a run, in a workspace of its own.
#   sbatch --array=1-8 --gpus=1 --time=04:00:00 --requeue examples/slurm/shard.sh
# A task that is killed or requeued resumes: it repeats no answer that it has stored.
set -eu
COUNT=${COUNT:-${SLURM_ARRAY_TASK_COUNT:?submit this file with sbatch --array=1-8}}
exec ${ASKANCE:-askance} run -m "${MODEL:-builtin:cnn-lstm}" -d "${DATA:-stickers}" \
    -s accuracy -s carets -s repeat --limit "${LIMIT:-1000}" \
    --shard "$SLURM_ARRAY_TASK_ID/$COUNT" --out "${RUN:-runs/array}/shard-$SLURM_ARRAY_TASK_ID"
