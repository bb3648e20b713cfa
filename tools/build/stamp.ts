import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Every file below the given files and folders, sorted, so that the hash does not depend on the disk. */
const filesBelow = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

/**
 * One hash over names (relative to `root`) and contents of all inputs. Times are left out on purpose:
 * a fresh clone or a branch switch touches times without changing anything.
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

/** True when `stampFile` holds exactly this hash, that is: the output was made from these inputs. */
export const isFresh = (stampFile: string, hash: string): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;

/** Remembers what an output was made from. */
export const writeStamp = (stampFile: string, hash: string): void => {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, hash);
};
