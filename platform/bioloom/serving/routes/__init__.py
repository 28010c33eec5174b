"""The endpoints, a file a group: each builds a router over the services that it needs."""
