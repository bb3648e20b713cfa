import { WHOLE, type AttributionModel } from '../attribution';
import {
  type NewAndExistingEvaluation,
  repeatClassOf,
  evaluatePath,
  PATH_CLASS,
  type EvaluatedPath,
  type EvaluatedTouch,
  type PathConversion,
  type PathTouch,
} from './path';
import { compareEvents } from './visits';

/**
 * Reasons why an interaction of a customer is not in a conversion's path:
 * - excluded_ip, bot, foreign_host: it is excluded from all reports;
 * - repeated_landing: it only repeats the newest interaction of the visit (domain.md 8.2);
 * - linked_later: its visitor had not converted under the customer's id by then;
 * - outside_tracking_term: it is older than the tracking term;
 * - before_previous: it is not later than the customer's previous conversion (evaluation 2);
 * - not_evaluated: the conversion doesn't count under the evaluation.
 */
export type ExclusionReason =
  | 'excluded_ip'
  | 'bot'
  | 'foreign_host'
  | 'repeated_landing'
  | 'linked_later'
  | 'outside_tracking_term'
  | 'before_previous'
  | 'not_evaluated';

/** Interaction of one of the customer's visitors at or before a conversion, counted or not. */
export interface ContactToExplain extends PathTouch {
  readonly visitorId: string;
  /** Why it is not counted; null if it is counted. */
  readonly uncounted: 'excluded_ip' | 'bot' | 'foreign_host' | 'repeated_landing' | null;
}

/** A conversion whose path is explained. */
export interface ConversionToExplain extends PathConversion {
  /** Visitors of its path; see pathVisitors. */
  readonly visitors: ReadonlySet<string>;
  /** Time of the customer's previous LAST conversion; null if there is none. */
  readonly previousLastTime: number | null;
  /** Whether the conversion is excluded and therefore has no path. */
  readonly excluded: boolean;
}

/** Explanation of one interaction. */
export interface ExplainedContact<T extends ContactToExplain> {
  readonly contact: T;
  /** Its position in the path; null if it was left out. */
  readonly place: EvaluatedTouch<T> | null;
  readonly leftOut: ExclusionReason | null;
}

/** Path with the interactions that were left out. */
export interface ExplainedPath<T extends ContactToExplain> {
  /** Null if the conversion doesn't count under the evaluation. */
  readonly path: EvaluatedPath<T> | null;
  /** Oldest first. */
  readonly contacts: readonly ExplainedContact<T>[];
}

/** Returns the path that an evaluation uses, or null if the conversion doesn't count. */
function pathForEvaluation<T extends PathTouch>(
  paths: readonly EvaluatedPath<T>[],
  evaluation: NewAndExistingEvaluation,
): EvaluatedPath<T> | null {
  const repeatClass = repeatClassOf(evaluation);
  return paths.find((path) => path.class === PATH_CLASS.FIRST || path.class === repeatClass) ?? null;
}

/**
 * Explains a conversion's path with the same functions that derive it: interactions taken by `evaluatePath`
 * are in the path, and every other one gets the rule that excluded it (domain.md section 4).
 *
 * @param contacts interactions of all the customer's visitors up to the conversion, in any order
 */
export function explainPath<T extends ContactToExplain>(
  contacts: readonly T[],
  conversion: ConversionToExplain,
  evaluation: NewAndExistingEvaluation,
): ExplainedPath<T> {
  const earlier = contacts.filter(({ time }) => time <= conversion.time).sort(compareEvents);
  const linked = earlier.filter(
    ({ uncounted, visitorId }) => uncounted === null && conversion.visitors.has(visitorId),
  );
  const paths = evaluatePath(linked, conversion, conversion.previousLastTime);
  const path = conversion.excluded ? null : pathForEvaluation(paths, evaluation);
  const places = new Map(path?.touches.map((place) => [place.touch, place]));
  const whole = new Set(paths.at(-1)?.touches.map(({ touch }) => touch));
  const reasonOf = (contact: T): ExclusionReason => {
    if (contact.uncounted) return contact.uncounted;
    if (!conversion.visitors.has(contact.visitorId)) return 'linked_later';
    if (!whole.has(contact)) return 'outside_tracking_term';
    return path ? 'before_previous' : 'not_evaluated';
  };
  return {
    path,
    contacts: earlier.map((contact) => {
      const place = places.get(contact) ?? null;
      return { contact, place, leftOut: place ? null : reasonOf(contact) };
    }),
  };
}

/** Share of an ad in a conversion; ad 0 is "(no ad)". */
export interface AdShare {
  readonly adId: number;
  readonly share: number;
}

/**
 * Returns the share of each ad of a path under a model, in the order of first touches: the sum of its
 * touches' shares (domain.md section 4).
 */
export function sharesByAd(path: EvaluatedPath<PathTouch> | null, model: AttributionModel): AdShare[] {
  if (path === null) return [];
  if (path.n === 0) return [{ adId: 0, share: WHOLE[model - 1] ?? 0 }];
  const ads = new Map<number, number>();
  for (const { touch, shares } of path.touches)
    ads.set(touch.adId, (ads.get(touch.adId) ?? 0) + (shares[model - 1] ?? 0));
  return [...ads].map(([adId, share]) => ({ adId, share }));
}
