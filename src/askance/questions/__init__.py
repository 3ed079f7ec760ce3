"""Basic questions: pools, encoders, rankers, levels of noise, chains."""
