"""What the libraries would log during a measurement."""

import logging

import structlog


def quiet() -> None:
    """Let through warnings of ours and errors of the peers only: writing lines takes time."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    for name in ("mem0", "trustcall", "langmem", "httpx"):
        logging.getLogger(name).setLevel(logging.ERROR)
