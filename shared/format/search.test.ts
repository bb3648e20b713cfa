import { createMatcher } from './search';

describe('a search', () => {
  it.each([
    ['ＳＮＳ', 'sns広告', true],
    ['sns', 'ＳＮＳ広告', true],
    ['ﾒｰﾙ', 'メールマガジン', true],
    ['メール', 'ﾒｰﾙﾏｶﾞｼﾞﾝ', true],
    ['ハーブ 定期', '定期ハーブ', true],
    ['ハーブ\u3000定期', '定期ハーブ', true],
    ['ハーブ 定期', '定期だけ', false],
    ['ÉTÉ', 'été', true],
    ['はは', 'ぱぱ', false],
    ['ハハ', 'ﾊﾟﾊﾟ', false],
    ['ハ', 'は', false],
    ['  ', 'anything', true],
    ['50%', '定期50%', true],
  ])('for %p in %p: %p', (typed, text, expected) => {
    expect(createMatcher(typed)(text)).toBe(expected);
  });
});
