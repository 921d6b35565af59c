"""Where the command starts.

This module and ``covey`` itself import nothing but what Python has loaded already: until ``main``
runs, Ctrl-C would show where Python was among its imports.
"""

import _signal  # type: ignore[import-not-found]  # typeshed knows only signal


def main() -> None:
    # Somebody else may have other plans for Ctrl-C, as a shell that lets its job ignore it.
    undecided = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    if undecided:
        # Until more is loaded, Ctrl-C ends this process as it ends one that is not of Python.
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from covey.core.interrupt import end_quietly

    if undecided:
        end_quietly()
    from covey.cli import main

    main()


if __name__ == "__main__":
    main()
