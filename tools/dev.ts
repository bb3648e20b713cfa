import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { codegenStep, ensureBuilt } from './build/steps';

const root = resolve(__dirname, '..');

const port = process.env.PORT ?? '3000';
const env = { ...process.env, SERVER_URL: process.env.SERVER_URL ?? `http://127.0.0.1:${port}` };

const child = (args: string[]): ChildProcess => spawn(process.execPath, args, { stdio: 'inherit', env });

/**
 * `npm run dev`: restarts the server and reloads the console when their files change, and updates the hooks.
 */
const main = async (): Promise<void> => {
  await ensureBuilt(codegenStep);
  const children = [
    child(['--watch', '--watch-preserve-output', '--import', 'tsx', join(root, 'server/main.ts')]),
    child([join(root, 'node_modules/vite/bin/vite.js'), '--config', join(root, 'client/vite.config.ts')]),
    child([
      join(root, 'node_modules/@graphql-codegen/cli/cjs/bin.js'),
      '--config',
      join(root, 'codegen.yml'),
      '--watch',
      '--silent',
    ]),
  ];
  const stop = (): void => children.forEach((each) => void each.kill('SIGTERM'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // If one process ends, the others are useless.
  children.forEach((each) => each.once('exit', stop));
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
