# conform in an image of its own: docker run --rm -v "$PWD:/work" conform run https://staging.example
# For builds that can be repeated, give the base by its digest: --build-arg NODE=node:22-slim@sha256:...
ARG NODE=node:22-slim

FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN mkdir /packed && npm pack --silent --pack-destination /packed
RUN npm install --global --prefix /installed --omit=dev --omit=optional /packed/*.tgz

FROM ${NODE}
COPY --from=build /installed /usr/local
# The user of the base image, who is not root, owns the folder, so that reports can be written where nothing is mounted.
# With a folder of yours mounted there, give --user for files that are to be yours.
RUN install --directory --owner node /work
WORKDIR /work
USER node
ENTRYPOINT ["conform"]
CMD ["--help"]
