import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import first from '../../../shared/i18n/ja/first.json';
import guide from '../../../shared/i18n/ja/guide.json';
import management from '../../../shared/i18n/ja/management.json';
import server from '../../../shared/i18n/ja/server.json';
import signedIn from '../../../shared/i18n/ja/signed-in.json';
import summing from '../../../shared/i18n/ja/summing.json';
import i18next from 'i18next';
import { changeLanguage, loadManagementTexts, startI18n, loadSignedInTexts } from './i18n';
import { formatRange } from './punctuation';

const SOURCE = join(__dirname, '..');
const LATER = Object.keys({ ...management, ...guide, ...server }).join('|');
const screens = readFileSync(join(SOURCE, 'app/screens.tsx'), 'utf8');

/**
 * Returns the files that a file imports, directly or indirectly; with the frame's lazy imports, without
 * screens.
 */
function reach(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith('app/screens.tsx')) return seen;
  // Code that loads with its own texts doesn't count.
  const text = readFileSync(file, 'utf8').replace(
    /import type [^;]+;|Promise\.all\(\[import\('[^']+'\), load\w+Texts\(\)(?:, load\w+Texts\(\))*\]\)/g,
    '',
  );
  for (const [, name] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const base = join(dirname(file), name!);
    const importedFile = [`${base}.tsx`, `${base}.ts`, join(base, 'index.tsx'), join(base, 'index.ts')].find(
      existsSync,
    );
    if (importedFile?.startsWith(SOURCE)) reach(importedFile, seen);
  }
  return seen;
}

/** Screens without their own texts, as screens.tsx loads them. */
const plain = [...screens.matchAll(/: (?:plain|summing)\(\(\) => import\('\.\.\/([^']+)'\)/g)].map(
  ([, path]) => path!,
);

describe('texts of the first load', () => {
  it.each(['main', ...plain])('%s needs no text that loads later', (path) => {
    const base = join(SOURCE, path);
    const entry = [`${base}.tsx`, join(base, 'index.tsx')].find(existsSync)!;
    const early = [...reach(entry, new Set())].filter((file) =>
      new RegExp(`['\`](${LATER})\\.[a-z$]`).test(readFileSync(file, 'utf8')),
    );
    expect(early.map((file) => relative(SOURCE, file))).toEqual([]);
  });

  it('the sign-in screen needs no text of the pages behind it', () => {
    const behind = new RegExp(`['\`](${Object.keys(signedIn).join('|')})\\.[a-z$]`);
    // The frame and its imports are behind the sign-in.
    const early = [...reach(join(SOURCE, 'main.tsx'), new Set([join(SOURCE, 'app/frame/frame.tsx')]))].filter(
      (file) => behind.test(readFileSync(file, 'utf8')),
    );
    expect(early.map((file) => relative(SOURCE, file))).toEqual([]);
  });

  it('no group is in two parts', () => {
    const groups = [first, guide, management, server, signedIn, summing].flatMap((part) => Object.keys(part));
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('loads the rest on request, and with every language after that', async () => {
    await startI18n('ja');
    expect(i18next.exists('settings.user.profile')).toBe(false);
    await loadManagementTexts();
    expect(i18next.t('settings.user.profile')).toBe('プロフィール');
    await changeLanguage('en');
    expect(i18next.t('settings.user.profile')).toBe('Profile');
    expect(i18next.t('session.title')).toBe('Sign in');
    await changeLanguage('ja');
  });
});

describe('a word after a number', () => {
  it.each([
    [1, '1 row changed'],
    [2, '2 rows changed'],
    [0, '0 rows changed'],
    [1234, '1,234 rows changed'],
  ])('matches %i', async (count, text) => {
    const { t } = await startI18n('en');
    await loadSignedInTexts();
    await loadManagementTexts();
    expect(t('allocation.changedRows', { count })).toBe(text);
  });

  it('has one form in Japanese', async () => {
    const { t } = await startI18n('ja');
    await loadSignedInTexts();
    expect(t('allocation.changedRows', { count: 1 })).toBe('1行を変更中');
  });
});

describe('a period', () => {
  it.each([
    ['ja', '2026/10/01 〜 2026/10/31'],
    ['en', '2026/10/01 – 2026/10/31'],
    ['zh-CN', '2026/10/01 至 2026/10/31'],
  ] as const)('uses the punctuation of %s', async (language, words) => {
    await startI18n(language);
    expect(formatRange('2026/10/01', '2026/10/31')).toBe(words);
  });
});
