import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suites } from './test-suites';

const ROOT = join(__dirname, '..');

it.each(Object.entries(suites))('the suite %s names files that exist, each once', (_name, runs) => {
  for (const { files = [], except = [] } of runs) {
    const names = [...files, ...except];
    expect(names.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});
