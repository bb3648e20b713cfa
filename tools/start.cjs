/**
 * `npm start`: builds what is stale, then becomes the server, so that signals reach it without a go-between.
 * Plain JavaScript, so that nothing of the compiler stays in the server's memory.
 */
const { spawn } = require('node:child_process');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '..');
const build = spawn(process.execPath, ['--import', 'tsx', join(root, 'tools/build.ts')], {
  cwd: root,
  stdio: 'inherit',
});

/** A signal during the build: nothing has begun yet, so there is nothing to drain. */
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
