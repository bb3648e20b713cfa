import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNode } from './run-node';
import { contentHash, isFresh, writeStamp } from './stamp';

const root = resolve(__dirname, '../..');

/** Output that is built from sources and not committed. */
export interface BuildStep {
  name: string;
  /** Files and folders that the output depends on. */
  inputs: string[];
  ignore?: (path: string) => boolean;
  /** File written after a successful step. If it is missing or different, the step is stale. */
  stamp: string;
  /** The step is also stale if this is missing. */
  output: string;
  args: string[];
}

const inTree = (path: string): string => join(root, path);
const generated = (path: string): boolean => path.includes(join('src', 'generated'));

/** Compiles GraphQL documents of the client to typed hooks. */
export const codegenStep: BuildStep = {
  name: 'typed GraphQL hooks',
  inputs: [
    'schema.graphql',
    'codegen.yml',
    'tools/build/contract-documents.cjs',
    'client/src',
    'package-lock.json',
  ],
  ignore: (path) => generated(path) || (path.includes('client') && !path.endsWith('.graphql')),
  stamp: 'client/src/generated/.stamp',
  output: 'client/src/generated',
  args: [
    inTree('node_modules/@graphql-codegen/cli/cjs/bin.js'),
    '--config',
    inTree('codegen.yml'),
    '--silent',
  ],
};

/** Builds the console's files for the browser. */
export const clientStep: BuildStep = {
  name: 'console',
  inputs: ['client', 'shared', 'schema.graphql', 'package-lock.json'],
  ignore: (path) => generated(path) || path.includes(join('client', 'dist')) || /\.test\.tsx?$/.test(path),
  stamp: 'dist/client/.stamp',
  output: 'dist/client/index.html',
  args: [
    inTree('node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    inTree('client/vite.config.ts'),
    '--logLevel',
    'warn',
  ],
};

/** Builds the server as `npm start` runs it. */
export const serverStep: BuildStep = {
  name: 'server',
  inputs: ['server', 'shared', 'package.json', 'package-lock.json', 'tools/build/bundle-server.ts'],
  ignore: (path) => /\.test\.ts$|\.stress\.ts$/.test(path),
  stamp: 'dist/server/.stamp',
  output: 'dist/server/main.cjs',
  args: ['--import', 'tsx', inTree('tools/build/bundle-server.ts')],
};

/** Runs the step unless its output is up to date. Throws if it fails. */
export const ensureBuilt = async (
  step: BuildStep,
  log: (line: string) => void = console.log,
): Promise<void> => {
  const hash = contentHash(root, step.inputs, step.ignore);
  if (existsSync(inTree(step.output)) && isFresh(inTree(step.stamp), hash)) return;
  const start = Date.now();
  log(`Building ${step.name} ...`);
  if ((await runNode({ args: step.args, quiet: true })) !== 0)
    throw new Error(`${step.name}: the build failed (see above)`);
  writeStamp(inTree(step.stamp), hash);
  log(`Built ${step.name} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
};
