#!/bin/sh
# After the array: join its workspaces, and print the report.
#   sbatch --dependency=afterok:JOB_ID examples/slurm/merge.sh
set -eu
RUN=${RUN:-runs/array}
${ASKANCE:-askance} merge "$RUN"/shard-* -o "$RUN/merged"
${ASKANCE:-askance} report "$RUN/merged"
