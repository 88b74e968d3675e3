# The server with the player app. The sandbox is not part of it.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/web/package.json packages/web/
COPY packages/console/package.json packages/console/
COPY packages/e2e/package.json packages/e2e/
COPY packages/bench/package.json packages/bench/
RUN npm ci
COPY tsconfig.base.json tsconfig.json ./
COPY scripts scripts
COPY content content
COPY packages packages
RUN npm run build

FROM node:24-slim
# A server that other machines can reach does not start with the sandbox.
ENV NODE_ENV=production SANDBOX=0 HOST=0.0.0.0 PORT=8080 CONTENT_DIR=/srv/content DATA_DIR=/tmp/krapao npm_config_cache=/tmp/npm npm_config_logs_max=0
# For the tools backup and restore: of the version of the database, or a later one.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/sandbox/package.json packages/sandbox/
COPY packages/web/package.json packages/web/
COPY packages/console/package.json packages/console/
COPY packages/e2e/package.json packages/e2e/
COPY packages/bench/package.json packages/bench/
RUN npm ci --omit=dev -w packages/contract -w packages/server && npm cache clean --force
COPY scripts/tool.mjs scripts/
COPY scripts/tools/backup.mjs scripts/tools/restore.mjs scripts/tools/
COPY scripts/lib scripts/lib
COPY packages/server/migrations packages/server/migrations
COPY packages/server/sql packages/server/sql
COPY packages/server/data packages/server/data
COPY --from=build /app/packages/contract/dist packages/contract/dist
COPY --from=build /app/packages/server/dist packages/server/dist
COPY --from=build /app/packages/server/bundle packages/server/bundle
COPY --from=build /app/packages/web/dist packages/web/dist
COPY --from=build /app/packages/console/dist packages/console/dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "packages/server/bundle/main.js"]
