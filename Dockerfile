# covey in a container, as an unprivileged user. Build: docker build -t covey .
# Run: docker run --rm --network none -v "$PWD:/data" covey look /data/patients.csv
# To write a release, run as yourself and keep the owner key: docs/how-to/install.md
FROM python:3.13-slim-bookworm AS build
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# The version of the compiler is that of the image, whose own version is pinned above.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml CMakeLists.txt README.md LICENSE ./
COPY native native
COPY src src
RUN python -m venv /opt/covey \
 && /opt/covey/bin/pip install --no-cache-dir '.[plot,excel,stats,arrow,zstd,postgres,sign]'

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="covey" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/covey /opt/covey
RUN useradd --create-home --uid 10001 covey
ENV PATH=/opt/covey/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
ENTRYPOINT ["covey"]
CMD ["--help"]
