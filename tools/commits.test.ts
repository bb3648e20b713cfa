import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'chore'];
const SUBJECT = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+\\))?!?: \\S.*[^.]$`);
const LONGEST = 72;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The commit that formatted the tree. Earlier commits follow no convention. */
const [FORMATTING = ''] =
  /^[0-9a-f]{40}$/m.exec(readFileSync(join(ROOT, '.git-blame-ignore-revs'), 'utf8')) ?? [];

/** Subjects since the formatting commit. A shallow clone contains only its last commit. */
const subjects = (): string[] => {
  let range = ['-1'];
  try {
    git('cat-file', '-e', FORMATTING);
    range = [`${FORMATTING}..HEAD`];
  } catch {
    // Shallow clone.
  }
  return git('log', '--no-merges', '--format=%s', ...range)
    .split('\n')
    .filter(Boolean);
};

describe('commit subjects', () => {
  it.each([
    ['fix(filters): reset choices when the product changes', true],
    ['feat: add targets', true],
    ['Fixed the filters', false],
    ['fix(Filters): reset choices', false],
    ['fix(filters): reset choices.', false],
  ])('%s: %s', (subject, valid) => expect(SUBJECT.test(subject)).toBe(valid));

  it(`follow type(scope): change, in at most ${LONGEST} characters`, () => {
    expect(subjects().filter((subject) => !SUBJECT.test(subject) || subject.length > LONGEST)).toEqual([]);
  });
});
