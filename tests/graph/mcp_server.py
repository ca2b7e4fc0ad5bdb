"""A small MCP server over stdin and stdout."""

from mcp.server.fastmcp import FastMCP

server = FastMCP("clock")


@server.tool()
def tide(harbour: str) -> str:
    """Say when the tide is high in a harbour."""
    return f"{harbour}：06:40"


if __name__ == "__main__":
    server.run()
