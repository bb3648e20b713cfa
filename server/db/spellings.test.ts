import { spellings } from './condition';

describe('spelling patterns of a word', () => {
  it.each([
    ['aB', ['*[aAａＡ][BbＢｂ]*'], ['[aAａＡ][BbＢｂ]']],
    ['ａb', ['*[ａaAＡ][bBｂＢ]*', '*[aAａＡ][bBｂＢ]*'], ['[ａaAＡ][bBｂＢ]', '[aAａＡ][bBｂＢ]']],
    ['é', ['*[éÉ]*'], ['[éÉ]']],
    ['広告', ['*広告*'], ['広告']],
    ['ガ', ['*ガ*', '*[カｶ][\u3099ﾞ]*'], ['ガ', '[カｶ][\u3099ﾞ]']],
    ['㈱', ['*㈱*', '*[(（]株[)）]*'], ['㈱', '[(（]株[)）]']],
    ['*?', ['*[*＊][?？]*'], ['[*＊][?？]']],
    ['[]', ['*[[［][]］]*'], ['[\\[［][\\]］]']],
    ['^-', ['*[＾^][－-]*'], ['[\\^＾][\\-－]']],
    ['\\&', ['*[\\＼][&＆]*'], ['[\\\\＼][\\&＆]']],
  ])('%s', (word, globs, regexps) =>
    expect([spellings('sqlite', word).values, spellings('mysql', word).values]).toEqual([globs, regexps]),
  );

  it.each(['ガ'.repeat(4), 'ガ'.repeat(5), 'ガ'.repeat(1000)])(
    'needs few patterns for voiced kana: %#',
    (word) => {
      expect(spellings('mysql', word).values.length).toBeLessThanOrEqual(16);
    },
  );
});
