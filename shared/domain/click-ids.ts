/** Parameters in which ad platforms pass the id of a click. */
export const clickIdNames = [
  'gclid',
  'gbraid',
  'wbraid',
  'yclid',
  'fbclid',
  'ttclid',
  'msclkid',
  '_ly_c',
] as const;
/** The click id that a network's own parameter carries. It joins like the others and is stored as `xclid`. */
export const NETWORK_CLICK_ID = 'a_xclid';

type ClickIdName = (typeof clickIdNames)[number] | typeof NETWORK_CLICK_ID;
/** Click ids by the names of their parameters. */
export type ClickIds = Readonly<Partial<Record<ClickIdName, string>>>;

/** Longest click id in characters. A longer one is dropped: a truncated id is no id. */
const CLICK_ID_LENGTH = 512;

const MACRO = new RegExp(`^\\W*(${clickIdNames.join('|')})\\W*$`);

/** Returns the name of the click id that a medium's macro stands for, such as `{gclid}`; null for others. */
export const clickIdOfMacro = (macro: string | null): string | null => MACRO.exec(macro ?? '')?.[1] ?? null;

const names: readonly ClickIdName[] = [...clickIdNames, NETWORK_CLICK_ID];
const IN_QUERY = new RegExp(`(?:^|[?&])(?:${names.join('|')})=`);

const isClickId = (value: string | null | undefined): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  (value.length <= CLICK_ID_LENGTH || [...value].length <= CLICK_ID_LENGTH) &&
  !value.includes('\0') &&
  !/\p{Surrogate}/u.test(value);

/** Selects the known click ids among named values; undefined if there are none. */
export function selectClickIds(
  valueOf: (name: ClickIdName) => string | null | undefined,
): ClickIds | undefined {
  const ids: Partial<Record<ClickIdName, string>> = {};
  for (const name of names) {
    const value = valueOf(name);
    if (isClickId(value)) ids[name] = value;
  }
  return Object.keys(ids).length > 0 ? ids : undefined;
}

/** Returns the click ids in a query string, with or without `?`; undefined if there are none. */
export function clickIdsOfQuery(query: string | null): ClickIds | undefined {
  if (!query || !IN_QUERY.test(query)) return undefined;
  const params = new URLSearchParams(query);
  return selectClickIds((name) => params.get(name));
}

/** Returns the click ids in a URL's query; undefined if there are none. */
export const clickIdsOfUrl = (url: string | null): ClickIds | undefined =>
  clickIdsOfQuery(/^[^?#]*\?([^#]*)/.exec(url ?? '')?.[1] ?? null);
