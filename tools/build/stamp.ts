import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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
