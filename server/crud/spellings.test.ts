import { spellings } from './spellings';

describe('how a word may stand in a log', () => {
  it.each([
    ['ab1', ['ab1', 'ａｂ１', 'ＡＢ１']],
    ['AB', ['ab', 'ａｂ', 'ＡＢ']],
    ['ａＢ', ['ａｂ', 'ＡＢ', 'ab']],
    ['É', ['é', 'É']],
    ['広告', ['広告']],
    ['ガパ', ['ガパ', 'ｶﾞﾊﾟ']],
    ['ｶﾞ', ['ｶﾞ', 'ガ']],
    ['12%', ['12%', '１２％']],
  ])('%s: %j', (word, forms) => expect(spellings(word)).toEqual(forms));
});
