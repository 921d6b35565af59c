"""Attacks on covey that run after every change: ``python -m attacks``
(docs/explanation/attacks.md).

A campaign draws cases from seeds, hands them to covey, and judges what comes back by code of its
own (:mod:`attacks.recount`, :mod:`attacks.brute`), which imports nothing of covey.
"""
