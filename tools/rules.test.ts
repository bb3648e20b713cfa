import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

/** Rows of docs/rules.md: the rule's id, its text, and the file that tests it. */
const rules = [
  ...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(
    /^\| (\w+-\d\d) +\| (.+?) +\| (\S+\.tsx?) +\|$/gm,
  ),
].map(([, id = '', rule = '', file = '']) => ({ id, rule, file }));

/** Returns the ids in a file's `// rule: ID, ID` comments. */
const idsIn = (file: string): string[] =>
  existsSync(join(root, file))
    ? [...readFileSync(join(root, file), 'utf8').matchAll(/\/\/ rule: (.+)$/gm)].flatMap(([, ids = '']) =>
        ids.split(', '),
      )
    : [];

describe('docs/rules.md', () => {
  it('lists every rule once', () => {
    expect(rules.length).toBeGreaterThan(80);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  });

  it.each(rules)('$id has a test: $rule', ({ id, file }) => {
    expect(idsIn(file)).toContain(id);
  });

  it('lists every rule that a test names', () => {
    const named = [...new Set(rules.map(({ file }) => file))].flatMap(idsIn);
    expect(named.toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
  });
});
