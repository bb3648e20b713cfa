import {
  directLink,
  mediumLink,
  mediumParametersOf,
  mediumQuery,
  postingUrls,
  type MediumParameters,
} from './links';

const none: MediumParameters = {
  aXclidFlag: false,
  aXclid: null,
  aSesFlag: false,
  aSes: null,
  aKey1Flag: false,
  aKey1: null,
  aKey2Flag: false,
  aKey2: null,
  aKey3Flag: false,
  aKey3: null,
};
const some: MediumParameters = {
  ...none,
  aXclidFlag: true,
  aXclid: '{gclid}',
  aKey1Flag: true,
  aKey1: 'm1',
  aKey2: 'off',
};

describe('links of an ad', () => {
  it('carry the enabled parameters, with the macro unchanged', () =>
    expect(mediumQuery(some)).toEqual(['a_xclid={gclid}', 'a_key1=m1']));

  it.each([
    ['https://lp.example.jp/', 'https://lp.example.jp/?a_ad=12&a_xclid={gclid}&a_key1=m1'],
    ['https://lp.example.jp/?x=1', 'https://lp.example.jp/?x=1&a_ad=12&a_xclid={gclid}&a_key1=m1'],
    ['https://lp.example.jp/?', 'https://lp.example.jp/?a_ad=12&a_xclid={gclid}&a_key1=m1'],
    ['https://lp.example.jp/#top', 'https://lp.example.jp/?a_ad=12&a_xclid={gclid}&a_key1=m1#top'],
  ])('direct link of %s', (landing, link) => expect(directLink(landing, 12, some)).toBe(link));

  it('the direct link is null without a landing page', () => expect(directLink(null, 12, some)).toBeNull());
  it('the posting URL is the ad’s own link', () => {
    expect(mediumLink('https://t.example.jp/r/abc', none)).toBe('https://t.example.jp/r/abc');
    expect(mediumLink('https://t.example.jp/r/abc', some)).toBe(
      'https://t.example.jp/r/abc?a_xclid={gclid}&a_key1=m1',
    );
  });

  it.each([
    ['https://t.example.jp/r/abc', none],
    [mediumLink('https://t.example.jp/r/abc', some), { ...some, aKey2: null }],
    [
      directLink('https://lp.example.jp/?x=1&a_keyword=y#a_ses=1', 12, { ...some, aXclid: '{id}&to={url}' })!,
      { ...some, aXclid: '{id}&to={url}', aKey2: null },
    ],
  ])('%s contains its parameters', (link, parameters) =>
    expect(mediumParametersOf(link)).toEqual(parameters),
  );

  it.each([
    ['own', { submittionUrl: 'https://t/r/ad', redirects: [] }, ['https://t/r/ad']],
    ['nothing to post', { submittionUrl: null, redirects: [] }, []],
    [
      'redirects',
      {
        submittionUrl: 'https://t/r/ad',
        redirects: [{ submittionUrl: 'https://t/r/a' }, { submittionUrl: 'https://t/r/b' }],
      },
      ['https://t/r/a', 'https://t/r/b'],
    ],
  ])('an ad is posted by its redirects, else by its own link: %s', (_name, ad, urls) =>
    expect(postingUrls(ad)).toEqual(urls),
  );
});
