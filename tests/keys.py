"""Key sets of an issuer of tokens, served on loopback."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from jwt.algorithms import RSAAlgorithm


@contextmanager
def key_server(status: int, body: bytes, asked: list[str] | None = None) -> Iterator[str]:
    """Serve one answer and return its address; each request is noted in `asked`."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if asked is not None:
                asked.append(self.path)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/keys"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def key_set(*keys: tuple[str, RSAPrivateKey]) -> bytes:
    public = [(kid, json.loads(RSAAlgorithm.to_jwk(one.public_key()))) for kid, one in keys]
    return json.dumps({"keys": [{**one, "kid": kid, "use": "sig", "alg": "RS256"} for kid, one in public]}).encode()
