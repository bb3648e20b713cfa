import { filtersWithPath, formatPath, nextAxis, parsePath, stepInto } from './drill';

describe('opening a row', () => {
  it.each([
    ['goes from an agency to its networks', ['agency'], [], 'asp'],
    ['goes from a network to its ads', ['asp'], [], 'ad'],
    ['goes from a network within an ad to its devices', ['asp'], ['ad'], 'device'],
    ['goes from an ad to its redirects', ['ad'], [], 'redirect'],
    ['goes from a redirect to its variants', ['redirect'], ['ad'], 'lpoTitle'],
    ['continues crossed rows from the finest axis', ['asp', 'ad'], [], 'redirect'],
    ['ends at a variant', ['lpoTitle'], [], undefined],
  ] as const)('%s', (_name, axes, fixed, next) => {
    expect(nextAxis(axes, fixed)).toBe(next);
  });

  it('fixes all axes of the row', () => {
    expect(stepInto({ aspId: 3, asp: 'A', device: 'pc', noAd: false }, ['asp', 'device'])).toEqual([
      { axis: 'asp', id: '3' },
      { axis: 'device', id: 'pc' },
    ]);
  });

  it('is impossible if no filter can select the row', () => {
    expect(stepInto({ aspId: null, asp: null, noAd: true }, ['asp'])).toBeUndefined();
    expect(stepInto({ adId: 1, ad: 'x', aspId: null, noAd: false }, ['ad', 'asp'])).toBeUndefined();
    expect(stepInto({ lpoTitleId: 4, lpoTitle: 'x', noAd: false }, ['lpoTitle'])).toBeUndefined();
  });

  it('round-trips through the URL', () => {
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
