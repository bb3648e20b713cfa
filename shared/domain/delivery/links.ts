/** The medium's parameters of an ad or its asp: names after `a_`, each with flag and macro. */
export interface MediumParameters {
  readonly aXclidFlag: boolean;
  readonly aXclid: string | null;
  readonly aSesFlag: boolean;
  readonly aSes: string | null;
  readonly aKey1Flag: boolean;
  readonly aKey1: string | null;
  readonly aKey2Flag: boolean;
  readonly aKey2: string | null;
  readonly aKey3Flag: boolean;
  readonly aKey3: string | null;
}

/** The parameters as their flags and macros are read by name from wherever they stand. */
export const readMediumParameters = (flag: (name: keyof MediumParameters) => boolean, text: (name: keyof MediumParameters) => string | null): MediumParameters => ({
  aXclidFlag: flag('aXclidFlag'),
  aXclid: text('aXclid'),
  aSesFlag: flag('aSesFlag'),
  aSes: text('aSes'),
  aKey1Flag: flag('aKey1Flag'),
  aKey1: text('aKey1'),
  aKey2Flag: flag('aKey2Flag'),
  aKey2: text('aKey2'),
  aKey3Flag: flag('aKey3Flag'),
  aKey3: text('aKey3'),
});

/** The parameters that are switched on and have a macro, in order. Macros go out as they are: the medium replaces them. */
export function mediumQuery(p: MediumParameters): string[] {
  const pairs: ReadonlyArray<readonly [string, boolean, string | null]> = [
    ['a_xclid', p.aXclidFlag, p.aXclid],
    ['a_ses', p.aSesFlag, p.aSes],
    ['a_key1', p.aKey1Flag, p.aKey1],
    ['a_key2', p.aKey2Flag, p.aKey2],
    ['a_key3', p.aKey3Flag, p.aKey3],
  ];
  return pairs.filter(([, on, value]) => on && value).map(([name, , value]) => `${name}=${value}`);
}

/** A URL with further query parameters before its fragment; its own query stays as it is. */
function withQuery(url: string, parts: readonly string[]): string {
  if (parts.length === 0) return url;
  const hash = url.indexOf('#');
  const base = hash < 0 ? url : url.slice(0, hash);
  const join = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return `${base}${join}${parts.join('&')}${hash < 0 ? '' : url.slice(hash)}`;
}

/** A link of the tracker with the medium's parameters: what records the click when it is posted to a medium. */
export const mediumLink = (link: string, parameters: MediumParameters): string => withQuery(link, mediumQuery(parameters));

/**
 * The URLs by which an ad is posted: those of its redirects, whose landing pages are split and counted apart; its own
 * only where it has none.
 */
export function postingUrls(ad: {
  readonly submittionUrl: string | null;
  readonly redirects: readonly { readonly submittionUrl: string }[];
}): string[] {
  if (ad.redirects.length > 0) return ad.redirects.map((redirect) => redirect.submittionUrl);
  return ad.submittionUrl ? [ad.submittionUrl] : [];
}

/** The landing page with the ad's id and the medium's parameters, or null without a landing page. */
export const directLink = (landingUrl: string | null, adId: number, parameters: MediumParameters): string | null =>
  landingUrl ? withQuery(landingUrl, [`a_ad=${adId}`, ...mediumQuery(parameters)]) : null;
