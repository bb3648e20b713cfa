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
export const readMediumParameters = (
  flag: (name: keyof MediumParameters) => boolean,
  text: (name: keyof MediumParameters) => string | null,
): MediumParameters => ({
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

/** Names of the parameters in links, with those of their flags and macros. */
const QUERY_NAMES = [
  ['a_xclid', 'aXclidFlag', 'aXclid'],
  ['a_ses', 'aSesFlag', 'aSes'],
  ['a_key1', 'aKey1Flag', 'aKey1'],
  ['a_key2', 'aKey2Flag', 'aKey2'],
  ['a_key3', 'aKey3Flag', 'aKey3'],
] as const;

/** The parameters that are switched on and have a macro, in order. Macros go out as they are: the medium replaces them. */
export const mediumQuery = (p: MediumParameters): string[] =>
  QUERY_NAMES.flatMap(([name, flag, macro]) => (p[flag] && p[macro] ? [`${name}=${p[macro]}`] : []));

/** The parameters that a posting URL carries, as `mediumQuery` wrote them: for who may see the link, but not where they are set. */
export function mediumParametersOf(link: string): MediumParameters {
  const parts = (link.split('#')[0] ?? '').split(/[?&](?=a_(?:xclid|ses|key[123])=)/).slice(1);
  const carried = new Map<string, string>(
    QUERY_NAMES.flatMap(([name, , macro]) =>
      parts.flatMap((part): [string, string][] =>
        part.startsWith(`${name}=`) ? [[macro, part.slice(name.length + 1)]] : [],
      ),
    ),
  );
  return readMediumParameters(
    (flag) => carried.has(flag.replace(/Flag$/, '')),
    (macro) => carried.get(macro) ?? null,
  );
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
export const mediumLink = (link: string, parameters: MediumParameters): string =>
  withQuery(link, mediumQuery(parameters));

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
export const directLink = (
  landingUrl: string | null,
  adId: number,
  parameters: MediumParameters,
): string | null => (landingUrl ? withQuery(landingUrl, [`a_ad=${adId}`, ...mediumQuery(parameters)]) : null);
