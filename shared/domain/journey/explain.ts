import { WHOLE, type AttributionModel } from '../attribution';
import { type NewAndExistingEvaluation, repeatClassOf } from './evaluation';
import { compareEvents } from './order';
import {
  evaluatePath,
  PATH_CLASS,
  type EvaluatedPath,
  type EvaluatedTouch,
  type PathConversion,
  type PathTouch,
} from './path';

/**
 * Why a contact of a customer stands in no path of a conversion:
 * - excluded_ip, bot: it counts nowhere;
 * - repeated_landing: the same landing had made a contact in the same visit;
 * - linked_later: its visitor had not converted under the customer's id by then;
 * - outside_tracking_term: longer ago than the window reaches;
 * - before_previous: the customer's previous conversion came after it (evaluation 2);
 * - not_evaluated: the conversion itself counts nowhere under the evaluation.
 */
export type LeftOut =
  | 'excluded_ip'
  | 'bot'
  | 'repeated_landing'
  | 'linked_later'
  | 'outside_tracking_term'
  | 'before_previous'
  | 'not_evaluated';

/** A contact of one of the customer's visitors at or before a conversion, counted or not. */
export interface ContactToExplain extends PathTouch {
  readonly visitorId: string;
  /** Why it counts nowhere; null when it does. */
  readonly uncounted: 'excluded_ip' | 'bot' | 'repeated_landing' | null;
}

/** A conversion whose path is explained. */
export interface ConversionToExplain extends PathConversion {
  /** Of its path; see pathVisitors. */
  readonly visitors: ReadonlySet<string>;
  /** Time of the customer's previous LAST conversion; null for a first one. */
  readonly previousLastTime: number | null;
  /** Whether the conversion itself is excluded: then it has no path. */
  readonly excluded: boolean;
}

/** What became of one contact. */
export interface ExplainedContact<T extends ContactToExplain> {
  readonly contact: T;
  /** Its place in the path; null when it was left out. */
  readonly place: EvaluatedTouch<T> | null;
  readonly leftOut: LeftOut | null;
}

/** A path with all that was left out of it. */
export interface ExplainedPath<T extends ContactToExplain> {
  /** Null where the conversion counts nowhere under the evaluation. */
  readonly path: EvaluatedPath<T> | null;
  /** Oldest first. */
  readonly contacts: readonly ExplainedContact<T>[];
}

/** The path of a conversion as an evaluation takes it; null where it counts nowhere. */
function pathUnder<T extends PathTouch>(
  paths: readonly EvaluatedPath<T>[],
  evaluation: NewAndExistingEvaluation,
): EvaluatedPath<T> | null {
  const repeatClass = repeatClassOf(evaluation);
  return paths.find((path) => path.class === PATH_CLASS.FIRST || path.class === repeatClass) ?? null;
}

/**
 * Explains a conversion's path by the functions that make it: what `evaluatePath` takes stands in it, and each
 * contact that it does not take gets the rule that kept it out.
 *
 * @param contacts those of all the customer's visitors up to the conversion, in any order
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
  const path = conversion.excluded ? null : pathUnder(paths, evaluation);
  const places = new Map(path?.touches.map((place) => [place.touch, place]));
  const whole = new Set(paths.at(-1)?.touches.map(({ touch }) => touch));
  const reasonOf = (contact: T): LeftOut => {
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

/** What an ad gets of a conversion; 0 stands for "(no ad)". */
export interface AdShare {
  readonly adId: number;
  readonly share: number;
}

/** What each ad of a path gets under a model, in the order of their first touches: the sum of its touches' shares. */
export function sharesByAd(path: EvaluatedPath<PathTouch> | null, model: AttributionModel): AdShare[] {
  if (path === null) return [];
  if (path.n === 0) return [{ adId: 0, share: WHOLE[model - 1] ?? 0 }];
  const ads = new Map<number, number>();
  for (const { touch, shares } of path.touches)
    ads.set(touch.adId, (ads.get(touch.adId) ?? 0) + (shares[model - 1] ?? 0));
  return [...ads].map(([adId, share]) => ({ adId, share }));
}
