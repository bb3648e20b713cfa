import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relatedTests } from './related-tests';

const FILES = {
  'a/price.ts': 'export const price = 1;',
  'a/price.test.ts': "import { price } from './price';",
  'b/order.test.ts': "import { price } from '../a/price';",
  'b/other.test.ts': "import { join } from 'node:path';",
};

it('returns tests that changed, are named after a changed file, or import one', () => {
  const root = mkdtempSync(join(tmpdir(), 'inflow-related-'));
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  try {
    git('init');
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'first');
    expect(relatedTests(root)).toEqual([]);
    writeFileSync(join(root, 'a/price.ts'), 'export const price = 2;');
    writeFileSync(join(root, 'b/new.test.ts'), '');
    expect(relatedTests(root).toSorted()).toEqual(['a/price.test.ts', 'b/new.test.ts', 'b/order.test.ts']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
