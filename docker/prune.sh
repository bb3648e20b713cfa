#!/bin/sh
# Creates the folder `runtime` with all that the server needs at run time, without the build's packages.
set -eu
npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# npm leaves the folders of scopes.
find node_modules -mindepth 1 -maxdepth 1 -type d -empty -delete
# Packages for which TypeScript is optional keep it; SQLite brings its binaries for every platform.
rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver
platform=$(node -p "process.platform + '-' + process.arch")
find node_modules/@photostructure/sqlite/prebuilds -mindepth 1 -maxdepth 1 ! -name "$platform*" -exec rm -rf {} +
# No process reads source maps, types, and TypeORM's build for browsers.
rm -rf node_modules/typeorm/browser
find node_modules -name '*.map' -delete
find node_modules \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
mkdir -p runtime/server/tracking runtime/server/db/reader
mv node_modules dist runtime/
cp -r package.json schema.graphql shared LICENSE runtime/
cp -r server/tracking/tag runtime/server/tracking/
cp server/db/reader/read-statements.cjs runtime/server/db/reader/
