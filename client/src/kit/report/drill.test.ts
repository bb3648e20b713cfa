import { filtersWithPath, formatPath, nextAxis, parsePath, stepInto } from './drill';

describe('opening a row', () => {
  it.each([
    ['an agency shows its networks', ['agency'], [], 'asp'],
    ['a network its ads', ['asp'], [], 'ad'],
    ['a network inside an ad its devices', ['asp'], ['ad'], 'device'],
    ['an ad its redirects', ['ad'], [], 'redirect'],
    ['a redirect its variants', ['redirect'], ['ad'], 'lpoTitle'],
    ['crossed rows go on from the finest', ['asp', 'ad'], [], 'redirect'],
    ['a variant is the end', ['lpoTitle'], [], undefined],
  ] as const)('%s', (_name, axes, fixed, next) => {
    expect(nextAxis(axes, fixed)).toBe(next);
  });

  it('takes all of its axes', () => {
    expect(stepInto({ aspId: 3, asp: 'A', device: 'pc', noAd: false }, ['asp', 'device'])).toEqual([
      { axis: 'asp', id: '3' },
      { axis: 'device', id: 'pc' },
    ]);
  });

  it('is not possible where no filter chooses it', () => {
    expect(stepInto({ aspId: null, asp: null, noAd: true }, ['asp'])).toBeUndefined();
    expect(stepInto({ adId: 1, ad: 'x', aspId: null, noAd: false }, ['ad', 'asp'])).toBeUndefined();
    expect(stepInto({ lpoTitleId: 4, lpoTitle: 'x', noAd: false }, ['lpoTitle'])).toBeUndefined();
  });

  it('stands in the address and comes back', () => {
    const path = [
      [
        { axis: 'asp' as const, id: '3' },
        { axis: 'device' as const, id: 'pc' },
      ],
      [{ axis: 'ad' as const, id: '12' }],
    ];
    expect(formatPath(path)).toBe('asp:3.device:pc~ad:12');
    expect(parsePath(formatPath(path))).toEqual(path);
    expect(filtersWithPath({ asp: ['1', '3'], agency: ['5'] }, path)).toEqual({
      asp: ['3'],
      agency: ['5'],
      device: ['pc'],
      ad: ['12'],
    });
  });
});
