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
    import os
    from threading import RLock

    _MAKING = RLock()
    """A class may be first used by two threads at once, and makes those that it inherits from."""

    def _unlock():
        global _MAKING
        _MAKING = RLock()

    if hasattr(os, "register_at_fork"):
        # The thread that holds it may not be in the new process.
        os.register_at_fork(after_in_child=_unlock)

    _ASKED = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
    """What others ask of a class that no object was made of: ``fields``, subclasses, ``match``."""

    def dataclass(cls=None, /, **options):
        """As ``dataclasses.dataclass``, which is called with the same options later."""
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        assert "__new__" not in vars(cls), "a dataclass that makes its objects itself"
        assert not options.get("slots"), "slots need another class in place of this one"
        waiting, begun = True, None

        def make() -> None:
            nonlocal waiting, begun
            with _MAKING:
                if not waiting:
                    return
                # Ctrl-C may have ended an attempt in the middle: the next one begins with the same.
                if begun is None:
                    begun = dict(vars(cls))
                _restore(cls, begun)
                # Not by dataclass, which would keep what is there.
                dataclasses.dataclass(**options, match_args=False)(cls)
                cls.__match_args__ = tuple(
                    each.name for each in dataclasses.fields(cls) if each.init and not each.kw_only
                )
                waiting, begun = False, None

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

    def _restore(cls, before):
        for name in set(vars(cls)) - set(before):
            delattr(cls, name)
        for name, value in before.items():
            if vars(cls).get(name) is not value:
                setattr(cls, name, value)

    class _Asked:
        """Makes the class before it answers."""

        def __init__(self, name, make):
            self.name, self.make = name, make

        def __get__(self, _, cls):
            self.make()
            return getattr(cls, self.name)

    class _Signature:
        """That of ``__init__``, which ``inspect`` would not see behind ``__new__``."""

        def __get__(self, instance, cls):
            import inspect

            if instance is not None:
                raise AttributeError("__signature__")  # an object that is called has its own
            dataclasses.fields(cls)
            signature = inspect.signature(cls.__init__)
            return signature.replace(parameters=list(signature.parameters.values())[1:])
