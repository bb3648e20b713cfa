import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

/** Rows of the tables: the rule, the title of its test, the file that the test stands in. */
const rules = [
  ...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^\| (.+?) \| (.+) \| (\S+\.tsx?) \|$/gm),
].map(([, rule = '', title = '', file = '']) => [rule, title, file] as const);

/** The titles of a file's tests and of their groups, as they are read. */
const titlesOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /\(\s*(?:(')((?:\\.|[^'\\\n])*)'|(")((?:\\.|[^"\\\n])*)")\s*,/g,
    ),
  ].map(([, , single, , double]) =>
    (single ?? double ?? '')
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/\\(['"])/g, '$1'),
  );

describe('docs/rules.md', () => {
  it('names rules, each once in its part', () => {
    const parts = readFileSync(join(root, 'docs/rules.md'), 'utf8').split(/^## /m).slice(1);
    expect(parts).toHaveLength(4);
    for (const part of parts) {
      const named = rules.map(([rule]) => rule).filter((rule) => part.includes(`| ${rule} |`));
      expect(named.length).toBeGreaterThan(10);
      expect(new Set(named).size).toBe(named.length);
    }
  });

  it.each(rules)('%s: has its test', (_rule, title, file) => {
    expect(existsSync(join(root, file)) ? titlesOf(file) : []).toContain(title);
  });
});
