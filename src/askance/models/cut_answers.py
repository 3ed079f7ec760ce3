"""What is said of answers that max_new_tokens cut."""

CUT = "length"  # what servers call it, and the cause of a failure where nothing but reasoning is left of an answer
CUT_REASON = "max_new_tokens cut this answer"
NOTHING_BUT_REASONING = "no answer within max_new_tokens, which reasoning counts against: --model-args max_new_tokens=…"
