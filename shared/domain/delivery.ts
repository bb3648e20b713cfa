/**
 * Medium parameters of an ad or its asp: names after `a_`, each with a flag and a macro (domain.md section
 * 1).
 */
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

/** Builds the parameters from functions that read flags and macros by name. */
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

/**
 * Returns the base URL of a product's tracking endpoints, without a trailing slash: the tracking server's
 * with the product's own host, if it has one.
 */
export function trackerUrlOf(trackerUrl: string, ownHost: string | null | undefined): string {
  if (!ownHost) return trackerUrl;
  const url = new URL(trackerUrl);
  url.hostname = ownHost;
  return url.href.replace(/\/+$/, '');
}

/** Query names of the parameters, with their flags and macros. */
const QUERY_NAMES = [
  ['a_xclid', 'aXclidFlag', 'aXclid'],
  ['a_ses', 'aSesFlag', 'aSes'],
  ['a_key1', 'aKey1Flag', 'aKey1'],
  ['a_key2', 'aKey2Flag', 'aKey2'],
  ['a_key3', 'aKey3Flag', 'aKey3'],
] as const;

/**
 * Returns the enabled parameters that have a macro, in order. Macros stay unencoded, because the medium
 * replaces them.
 */
export const mediumQuery = (p: MediumParameters): string[] =>
  QUERY_NAMES.flatMap(([name, flag, macro]) => (p[flag] && p[macro] ? [`${name}=${p[macro]}`] : []));

/**
 * Parses the parameters of a posting URL that `mediumQuery` wrote. Used for users who can see the link but
 * not its settings.
 */
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

/** Adds query parameters before a URL's fragment; the existing query stays unchanged. */
function withQuery(url: string, parts: readonly string[]): string {
  if (parts.length === 0) return url;
  const hash = url.indexOf('#');
  const base = hash < 0 ? url : url.slice(0, hash);
  const join = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&';
  return `${base}${join}${parts.join('&')}${hash < 0 ? '' : url.slice(hash)}`;
}

/** Adds the medium's parameters to a tracker link: the posting URL that records the click. */
export const mediumLink = (link: string, parameters: MediumParameters): string =>
  withQuery(link, mediumQuery(parameters));

/**
 * Returns the posting URLs of an ad: those of its redirects, whose landing pages are split-tested, or its own
 * link if it has none.
 */
export function postingUrls(ad: {
  readonly submittionUrl: string | null;
  readonly redirects: readonly { readonly submittionUrl: string }[];
}): string[] {
  if (ad.redirects.length > 0) return ad.redirects.map((redirect) => redirect.submittionUrl);
  return ad.submittionUrl ? [ad.submittionUrl] : [];
}

/** Returns the landing page with the ad's id and the medium's parameters, or null without a landing page. */
export const directLink = (
  landingUrl: string | null,
  adId: number,
  parameters: MediumParameters,
): string | null => (landingUrl ? withQuery(landingUrl, [`a_ad=${adId}`, ...mediumQuery(parameters)]) : null);

/** Landing page of a redirect with its deliver rate in whole percent. */
export interface Variant {
  readonly id: number;
  readonly rate: number;
}

/** Sum of a redirect's rates. */
export const WHOLE_RATE = 100;

/**
 * Chooses the landing page of a click. A returning visitor keeps the variant while it exists; otherwise the
 * rates decide.
 *
 * @param variants in the order of the redirect
 * @param random a number in [0, 1), drawn by the caller
 * @param currentId id of the visitor's earlier variant, if any
 * @returns null if no variant can be delivered (none, or all rates 0)
 */
export function chooseVariant<V extends Variant>(
  variants: readonly V[],
  random: number,
  currentId?: number | null,
): V | null {
  const before = variants.find((variant) => variant.id === currentId);
  if (before) return before;
  const deliverable = variants.filter((variant) => variant.rate > 0);
  // Old or foreign records may have rates that don't add up to 100; they still share all clicks.
  const whole = deliverable.reduce((sum, variant) => sum + variant.rate, 0);
  let rest = random * whole;
  for (const variant of deliverable) {
    if (rest < variant.rate) return variant;
    rest -= variant.rate;
  }
  return deliverable.at(-1) ?? null;
}
