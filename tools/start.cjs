/**
 * `npm start`: builds stale parts, then becomes the server, so signals reach it directly. It is plain
 * JavaScript to keep the compiler out of the server's memory.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '..');

/** An installation without the build's packages runs what was built before. */
const canBuild = () => {
  try {
    return Boolean(require.resolve('tsx', { paths: [root] }));
  } catch {
    return false;
  }
};

/** Builds stale parts, then starts the server. */
function buildAndStart() {
  const build = spawn(process.execPath, ['--import', 'tsx', join(root, 'tools/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });

  /** Before the start there is nothing to drain. */
  const stopBuild = () => {
    build.kill('SIGTERM');
    process.exit(0);
  };
  process.once('SIGTERM', stopBuild).once('SIGINT', stopBuild);
  build.once('exit', (code) => {
    process.off('SIGTERM', stopBuild).off('SIGINT', stopBuild);
    if (code !== 0) process.exit(1);
    require('../dist/server/main.cjs');
  });
}

const built = join(root, 'dist/server/main.cjs');
if (canBuild()) buildAndStart();
else if (existsSync(built)) require(built);
else {
  console.error('Nothing is built, and the packages to build with are missing: run npm ci --include=dev');
  process.exit(1);
}
