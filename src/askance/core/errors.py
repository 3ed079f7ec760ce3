"""Errors meant for people: one clear line, with the fix."""


class UserError(Exception):
    """Something the user can fix; its text is one line that names the thing and the fix."""

    code = 1


class NoQuestions(UserError):  # noqa: N818  what the data set is like
    """A data set of images or scenes without questions; a suite that makes its own questions goes on."""


class UnreadableImage(UserError):  # noqa: N818  a state of the file, like Temporary
    """A picture that cannot be shown; its queries fail with this reason and the rest of the run goes on."""
