"""``dataclass`` of the standard library, made when a class is first used.

Python compiles up to six functions for every dataclass. A run loads some 240 such classes and makes
objects of less than half of them: on Python 3.11 that took a quarter of the CPU time of a release
of 200 records. Here a class waits until somebody makes an object of it, or asks for its fields.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in lazy.py: typing takes longer to load
if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from threading import RLock

    _MAKING = RLock()
    """A class may be first used by two threads at once, and makes those that it inherits from."""

    _ASKED = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
    """What others ask of a class that no object was made of: ``fields``, subclasses, ``match``."""

    def dataclass(cls=None, /, **options):
        """As ``dataclasses.dataclass``, which is called with the same options later."""
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        assert "__new__" not in vars(cls), "a dataclass that makes its objects itself"
        assert not options.get("slots"), "slots need another class in place of this one"
        waiting = True

        def make() -> None:
            nonlocal waiting
            with _MAKING:
                if waiting:
                    if "__match_args__" in vars(cls):
                        del cls.__match_args__  # what is there would be kept
                    dataclasses.dataclass(**options)(cls)
                    waiting = False

        def new(subclass, *arguments, **named):
            # Objects that are copied or read from a pickle come this way, too.
            if waiting:
                make()
            parent = super(cls, subclass).__new__
            if parent is object.__new__:
                return parent(subclass)
            return parent(subclass, *arguments, **named)

        for name in _ASKED:
            setattr(cls, name, _Asked(name, make))
        cls.__new__ = staticmethod(new)
        cls.__signature__ = _Signature()
        return cls

    class _Asked:
        """Makes the class before it answers."""

        def __init__(self, name, make):
            self.name, self.make = name, make

        def __get__(self, _, cls):
            self.make()
            return getattr(cls, self.name)

    class _Signature:
        """That of ``__init__``, which ``inspect`` would not see behind ``__new__``."""

        def __get__(self, _, cls):
            import inspect

            dataclasses.fields(cls)
            signature = inspect.signature(cls.__init__)
            return signature.replace(parameters=list(signature.parameters.values())[1:])
