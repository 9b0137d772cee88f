# Written by "npm run python" from the OpenAPI description. Do not edit.
"""What follows from the description of the interface."""
