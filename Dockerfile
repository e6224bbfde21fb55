# The page and its JSON API: docker build -t kiebitz . && docker run --rm -p 8617:8617 kiebitz
FROM python:3.13-slim AS build
# The compiler is not in the image that is kept: whichever Debian has will do.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/kiebitz && /opt/kiebitz/bin/pip install --no-cache-dir "/source[web]"
# Without a compiler the installation succeeds, too, with a slower kernel: not in an image.
RUN KIEBITZ_BACKEND=native /opt/kiebitz/bin/kiebitz solve 617

FROM python:3.13-slim
COPY --from=build /opt/kiebitz /opt/kiebitz
RUN useradd --system --no-create-home --uid 8617 kiebitz
USER 8617
EXPOSE 8617
HEALTHCHECK --interval=30s --timeout=5s CMD ["/opt/kiebitz/bin/python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8617/api/health', timeout=4)"]
ENTRYPOINT ["/opt/kiebitz/bin/kiebitz"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8617"]
