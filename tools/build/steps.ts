import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { runNode } from './run-node';

/**
 * Lists every file below the given files and folders, sorted, so that the hash doesn't depend on the disk.
 */
const filesBelow = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

/**
 * Hashes names (relative to `root`) and contents of all inputs. It ignores times, because a clone or a branch
 * switch changes them without changing content.
 */
export const contentHash = (
  root: string,
  inputs: string[],
  ignore: (path: string) => boolean = () => false,
): string => {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(join(root, input)))) {
    const name = relative(root, path);
    if (ignore(name)) continue;
    hash.update(name).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
};

/** Checks whether `stampFile` contains this hash. If so, the output is up to date. */
export const isFresh = (stampFile: string, hash: string): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;

/** Stores the hash of an output's inputs. */
export const writeStamp = (stampFile: string, hash: string): void => {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
};

const root = resolve(__dirname, '../..');

/** Output that is built from sources and not committed. */
interface BuildStep {
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
