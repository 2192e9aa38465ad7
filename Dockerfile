ARG PYTHON_IMAGE=python:3.13-slim

FROM ${PYTHON_IMAGE} AS build
WORKDIR /app
COPY requirements.lock ./
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --require-hashes --only-binary :all: \
        -r requirements.lock
COPY service ./service
RUN python -m compileall -q service && mkdir /data

FROM ${PYTHON_IMAGE}
WORKDIR /app
COPY LICENSE ./
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app/service ./service
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
ENTRYPOINT ["python", "-m", "service"]
