import { CvType } from '../../../../../shared/catalog';
import type { WalkClickQuery, WalkStoryQuery } from '../../../generated/graphql';

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
