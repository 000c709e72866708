# syntax=docker/dockerfile:1

# The same bytes in every build; the list for amd64 and arm64. Dependabot offers newer ones.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

# 1. Compile, with everything that takes. scripts/check-image.mjs performs the same steps.
FROM base AS build
WORKDIR /app
ENV CI=true
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY server ./server
COPY cli ./cli
COPY client ./client
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund

# 2. Run, with nothing else.
FROM base
LABEL org.opencontainers.image.title="Sandbank" \
      org.opencontainers.image.description="A PSD2 bank simulator, for tests of TPP clients" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    SANDBANK_DATA=/data \
    HOME=/tmp

# The control API (/_sandbox) can reset a bank and complete an SCA, and 0.0.0.0 is not loopback. So
# the bank refuses to start in here until the one who runs it has chosen: SANDBANK_CONTROL_TOKEN=…
# (then it wants `Authorization: Bearer …`), or SANDBANK_CONTROL=open on a network that is closed.
# Neither has a default on purpose.

COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY schemas ./schemas
COPY fixtures ./fixtures
COPY views ./views
COPY docs ./docs
COPY README.md LICENSE ./
RUN ln -s /app/dist/cli/sandbank.js /usr/local/bin/sandbank

# Any user may run it, so any user may write there.
RUN mkdir -m 1777 /data
VOLUME /data
USER node
EXPOSE 8080

HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Exec form: the command is process 1 and gets SIGTERM itself, drains, folds the journal and exits 0.
STOPSIGNAL SIGTERM
CMD ["sandbank", "serve"]
