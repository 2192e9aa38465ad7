ARG PYTHON_IMAGE=python:3.13-slim

FROM ${PYTHON_IMAGE} AS build
# requirements-tracing.lock brings what UNO_TRACING=1 needs.
ARG REQUIREMENTS=requirements.lock
WORKDIR /build
COPY ${REQUIREMENTS} ./requirements.lock
# Compiled files that never look at their source hold wherever a builder sets the times of all files.
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --require-hashes \
        --only-binary :all: -r requirements.lock \
    && find /opt/venv/lib -type d -name tests -prune -exec rm -r {} + \
    && python -m compileall -q --invalidation-mode unchecked-hash /opt/venv/lib
WORKDIR /app
COPY LICENSE ./
COPY service ./service
# The modes are those of a checkout, which others than its owner may not be allowed to read.
RUN chmod -R u=rwX,go=rX . \
    && python -m compileall -q --invalidation-mode unchecked-hash service \
    && mkdir /data

FROM ${PYTHON_IMAGE}
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app ./
# For the embedded server's files (UNO_EMBEDDED=1); nothing else is written but a temporary directory.
COPY --from=build --chown=10001:10001 /data /data
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    UNO_EMBEDDED=0 \
    UNO_DATA_DIR=/data
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="uno-service" \
      org.opencontainers.image.description="A referee for games of UNO: an HTTP API that knows the rules, keeps the games and gives nothing away" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENTRYPOINT ["python", "-m", "service"]
