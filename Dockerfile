# syntax=docker/dockerfile:1
# Formosa in a container: run it with a read-only root, a volume at /data and a tmpfs at /tmp (compose.yaml does).

FROM node:24-bookworm-slim AS dependencies
WORKDIR /opt/formosa
COPY package.json package-lock.json ./
# The image has its own Node 24: the pinned one would be a second.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
WORKDIR /opt/formosa
COPY --from=dependencies /opt/formosa/node_modules ./node_modules
COPY package.json README.md LICENSE ./
COPY bin ./bin
COPY src ./src
COPY sdk ./sdk
COPY docs ./docs
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production FORMOSA_HOME=/data HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/tmp/formosa-compiled
# The memory of long pages goes back to the system when it is freed (docs/performance.md).
ENV MALLOC_MMAP_THRESHOLD_=131072
USER node
VOLUME /data
EXPOSE 8080
# The first start builds the data; /healthz answers from the first second, /readyz once rows are served.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const { PORT, FORMOSA_PORT } = process.env; fetch('http://127.0.0.1:' + (/^[0-9]+$/.test(FORMOSA_PORT) ? FORMOSA_PORT : PORT) + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["bin/formosa"]
CMD ["serve"]
