import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
/** Markers allowed in 100 lines of comments. The bound may only fall. */
const MOST = 3;
/** Folders with fewer lines of comments count with their parent folder. */
const FEWEST_LINES = 100;

/** Phrases of translated English. Plain sentences have a subject, a verb and an object. */
const MARKER = new RegExp(
  `\\b(${[
    'what (is|was|it|they|the|a|has|of|stands|comes|follows)',
    'who(ever|soever)|whichever|whatever',
    '(is|are|was|were) (told|said|asked|meant|kept|held)',
    '(by|in|of|with|from|for|at|to|under) which',
    'nobody|somebody|anybody',
    'anew|meanwhile',
    "of (one's|its|their) own",
    'where (it|there|they|none|nothing)',
    'stands?|lies',
  ].join('|')})\\b`,
  'gi',
);

/** Comments of a source file, line by line. */
const commentLines = (source: string): string[] => {
  let inBlock = false;
  return source.split('\n').flatMap((line) => {
    const text = line.trim();
    const opens = /^\{?\/\*/.test(text);
    const isComment = inBlock || opens || text.startsWith('//');
    if (opens) inBlock = true;
    if (inBlock && text.includes('*/')) inBlock = false;
    if (isComment) return [text];
    const trailing = /\s(\/\/ .*)$/.exec(text)?.[1];
    return trailing ? [trailing] : [];
  });
};

interface Count {
  lines: number;
  markers: string[];
}

/** Comments and markers of each folder, subfolders included. */
const countByFolder = (): Map<string, Count> => {
  const counts = new Map<string, Count>();
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.cjs', '*.mjs', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const file of files.split('\n').filter(Boolean)) {
    const comments = commentLines(readFileSync(join(ROOT, file), 'utf8'));
    const markers = comments.flatMap((line) =>
      [...line.matchAll(MARKER)].map(([marker]) => `${file}: ${marker}`),
    );
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const count = counts.get(folder) ?? { lines: 0, markers: [] };
      counts.set(folder, { lines: count.lines + comments.length, markers: [...count.markers, ...markers] });
      if (folder === '.') break;
    }
  }
  return counts;
};

describe('the wording of comments', () => {
  it('finds markers in comments only', () => {
    expect(commentLines("const a = 1; // one\n/**\n * two\n */\nconst b = 'x // y';\n// three")).toEqual([
      '// one',
      '/**',
      '* two',
      '*/',
      "// y';",
      '// three',
    ]);
    expect('What is told to whoever asks'.match(MARKER)).toEqual(['What is', 'whoever']);
  });

  it(`has at most ${MOST} markers of translated English in 100 lines of each folder`, () => {
    const folders = [...countByFolder()].filter(([, { lines }]) => lines >= FEWEST_LINES);
    expect(folders.length).toBeGreaterThan(20);
    const above = folders
      .filter(([, { lines, markers }]) => (100 * markers.length) / lines > MOST)
      .map(([folder, { lines, markers }]) => [folder, lines, markers.length, markers.slice(0, 20)]);
    expect(above).toEqual([]);
  });
});
