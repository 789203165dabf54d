# One machine's Quire: the Worker in workerd, with R2, KV and Durable Objects on a disk, and a browser (docs/run/container.md).
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /quire
COPY . .
RUN npm ci --omit=dev --no-fund --no-audit
RUN node --no-warnings scripts/build.ts
# The image has a Node and a browser of its own. Scripts ask for Node where npm put it.
RUN rm -rf node_modules/node node_modules/@sparticuz && ln -sf "$(command -v node)" node_modules/.bin/node

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /quire
COPY --from=build /quire /quire
RUN mkdir -p .quire .wrangler && chown node:node /quire .quire .wrangler
ENV CHROME_PATH=/usr/bin/chromium PORT=8787 QUIRE_CONTAINER=1 QUIRE_IS_BUILT=yes QUIRE_LISTEN=0.0.0.0
USER node
VOLUME /quire/.quire
EXPOSE 8787
HEALTHCHECK --start-period=60s CMD ["node", "--no-warnings", "scripts/healthy.ts"]
CMD ["node", "--no-warnings", "scripts/start.ts"]
