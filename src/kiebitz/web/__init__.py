"""Games in the browser: a stateless server with one page and a JSON API."""
