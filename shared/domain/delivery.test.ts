import {
  chooseVariant,
  directLink,
  mediumLink,
  mediumParametersOf,
  mediumQuery,
  postingUrls,
  trackerUrlOf,
  type MediumParameters,
} from './delivery';

const variants = [
  { id: 11, rate: 50 },
  { id: 12, rate: 0 },
  { id: 13, rate: 30 },
  { id: 14, rate: 20 },
];

describe('the landing page of a click', () => {
  it.each([
    [0, 11],
    [0.4999, 11],
    [0.5, 13],
    [0.7999, 13],
    [0.8, 14],
    [0.9999999, 14],
  ])('random %d gives variant %i', (random, id) => {
    expect(chooseVariant(variants, random)?.id).toBe(id);
  });

  it('keeps the variant of a returning visitor while it exists, even at rate 0', () => {
    expect(chooseVariant(variants, 0.9, 11)?.id).toBe(11);
    expect(chooseVariant(variants, 0.9, 12)?.id).toBe(12);
    expect(chooseVariant(variants, 0.9, 99)?.id).toBe(14);
  });

  it('follows the rates over many draws', () => {
    const counts = new Map<number, number>();
    for (let i = 0; i < 1000; i++) {
      const id = chooseVariant(variants, i / 1000)?.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ 11: 500, 13: 300, 14: 200 });
  });

  it('is null without a deliverable variant', () => {
    expect(chooseVariant([], 0.5)).toBeNull();
    expect(chooseVariant([{ id: 1, rate: 0 }], 0.5)).toBeNull();
  });
});

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

describe('the base URL of the tracking endpoints', () => {
  it.each([
    ['https://console.example', null, 'https://console.example'],
    ['https://console.example', 't.shop.example', 'https://t.shop.example'],
    ['http://localhost:3000', 't.shop.example', 'http://t.shop.example:3000'],
    ['https://console.example/track', 't.shop.example', 'https://t.shop.example/track'],
    ['https://console.example', '計測.shop.example', 'https://xn--g6w570d.shop.example'],
  ])('of %s with the own host %j is %s', (trackerUrl, host, url) => {
    expect(trackerUrlOf(trackerUrl, host)).toBe(url);
  });
});
