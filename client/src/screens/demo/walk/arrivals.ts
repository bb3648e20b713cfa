import { ResultFlag, CvType } from '../../../../../shared/catalog';
import type { WalkLinksQuery, WalkClickQuery, WalkStoryQuery } from '../../../generated/graphql';

export type WalkLink = WalkLinksQuery['redirects']['results'][number];

const SITE = '/demo-site';

function leadsToDemo(url: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return path === SITE || path.startsWith(`${SITE}/`);
}

/** Ranks a link by its coverage: an ad with postbacks shows every step. */
const coverage = ({ adDetail }: WalkLink): number => (adDetail.resultFlag === ResultFlag.INVALID ? 0 : 1);

/** Returns links of active ads that only lead to the demo site. Links with full coverage come first. */
export const demoLinks = (links: readonly WalkLink[]): WalkLink[] =>
  links
    .filter(
      ({ redirectUrl, lpoFlag, lpo, adDetail }) =>
        adDetail.status && leadsToDemo(redirectUrl) && (!lpoFlag || lpo.every(({ url }) => leadsToDemo(url))),
    )
    .sort((a, b) => coverage(b) - coverage(a));

const MARK = /^([0-9a-z]{8,9})-[0-9a-f]{12}$/;
/** Tolerance for the clock difference between browser and server. */
const CLOCK_TOLERANCE_MS = 24 * 3_600_000;

/** Creates a mark that identifies the walkthrough's click and contains the start time. */
export function newMark(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `${now.toString(36)}-${[...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Reads a mark from the address. Returns null if it is invalid. */
export const readMark = (text: string | null): string | null =>
  text !== null && MARK.test(text) ? text : null;

/** Returns the start time of a walkthrough by the browser's clock, in milliseconds. */
export const startOf = (mark: string): number => parseInt(mark, 36);

/** Returns the start of the time range to search for the click. */
export const searchStart = (mark: string): string =>
  new Date(startOf(mark) - CLOCK_TOLERANCE_MS).toISOString();

/** Query parameter on the click of a walkthrough. */
export const markParameter = (mark: string): string => `walk=${mark}`;

/** Adds the mark to a link. */
export function markedLink(link: string, mark: string): string {
  const url = new URL(link);
  url.searchParams.set('walk', mark);
  return url.toString();
}

export type Click = WalkClickQuery['interactions']['results'][number];
type StoryEvent = WalkStoryQuery['visitorStory']['results'][number];
export type Conversion = NonNullable<StoryEvent['conversion']>;
export type View = NonNullable<StoryEvent['access']>;
export type Result = NonNullable<StoryEvent['result']>;

/** Arrival of a walkthrough with its server time. */
export type Arrival = { readonly key: string; readonly time: string } & (
  | { readonly kind: 'click'; readonly click: Click }
  | { readonly kind: 'landing' | 'view'; readonly view: View }
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  | { readonly kind: 'result'; readonly result: Result }
  | {
      readonly kind: 'postback';
      readonly notification: Result['notifications'][number];
      readonly result: Result;
    }
);

/** Order of arrivals with the same time. */
const ORDER = ['click', 'landing', 'view', 'conversion', 'result', 'postback'] as const;

/** Returns the visitor's events since the click. */
export function arrivalsOf(click: Click | undefined, story: readonly StoryEvent[]): Arrival[] {
  if (!click) return [];
  const began = Date.parse(click.createdAt);
  const since = story.filter(({ time }) => Date.parse(time) >= began);
  const views = since
    .filter(({ access }) => access !== null)
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const all: Arrival[] = [{ key: `click ${click.id}`, kind: 'click', time: click.createdAt, click }];
  views.forEach(
    ({ time, access: view }, index) =>
      view && all.push({ key: `view ${view.id}`, kind: index === 0 ? 'landing' : 'view', time, view }),
  );
  for (const { time, conversion, result } of since) {
    if (conversion)
      all.push({
        key: `cv ${conversion.id} ${conversion.cvSettingId}`,
        kind: 'conversion',
        time,
        conversion,
      });
    if (!result) continue;
    all.push({ key: `result ${result.id}`, kind: 'result', time: result.createdAt, result });
    for (const one of result.notifications)
      all.push({
        key: `postback ${one.id}`,
        kind: 'postback',
        time: one.executedAt ?? one.createdAt,
        notification: one,
        result,
      });
  }
  return all.sort(
    (a, b) => Date.parse(a.time) - Date.parse(b.time) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
}

/** Returns the purchase that completes the walkthrough: its latest final conversion that isn't excluded. */
export const purchaseOf = (arrivals: readonly Arrival[]): Conversion | undefined =>
  arrivals
    .flatMap((one) =>
      one.kind === 'conversion' && one.conversion.cvType === CvType.LAST_CV && !one.conversion.excludedReason
        ? [one.conversion]
        : [],
    )
    .at(-1);

/** Steps of a walkthrough in order. */
export const STEPS = ['click', 'land', 'look', 'buy', 'credit'] as const;
export type Step = (typeof STEPS)[number];

/** Returns the next step. Stays on the last one when everything is done. */
export function nextStep(arrivals: readonly Arrival[], purchase: Conversion | undefined): Step {
  if (purchase) return 'credit';
  const has = (kind: Arrival['kind']): boolean => arrivals.some((one) => one.kind === kind);
  return has('view') ? 'buy' : has('landing') ? 'look' : has('click') ? 'land' : 'click';
}
