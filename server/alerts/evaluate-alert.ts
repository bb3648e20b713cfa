import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import { checkAlert, type AlertCheck } from '../../shared/domain/watch';
import type { Database } from '../db/database';
import type { AlertDefinition } from './alert-definition';
import { readValues } from './read-values';

/** A case of an alert that could be evaluated. */
export interface EvaluatedCase extends AlertCheck {
  /** The ad; 0: the whole product. */
  readonly adId: number;
  readonly name: string;
}

/** Returns the day that alerts evaluate: the last finished one. */
export const dayToEvaluate = (now: number): Day => addDays(dayOf(now), -1);

/** Returns the relative distance of a value from its bound. */
const relativeDistance = ({ value, low, high }: AlertCheck): number => {
  const bound = low !== null && value < low ? low : (high ?? 0);
  return Math.abs(value - bound) / Math.max(1e-9, Math.abs(bound));
};

/**
 * Evaluates the cases of an alert on a day. Raised cases come first, those farthest from their bounds before
 * others.
 */
export async function evaluateAlert(
  db: Database,
  alert: AlertDefinition,
  day: Day,
): Promise<EvaluatedCase[]> {
  const cases = (await readValues(db, alert, day)).flatMap(({ adId, name, value, earlier }) => {
    const evaluated = checkAlert(value, earlier, alert.rule);
    return evaluated ? [{ adId, name, ...evaluated }] : [];
  });
  return cases.sort(
    (a, b) =>
      Number(b.raised) - Number(a.raised) || relativeDistance(b) - relativeDistance(a) || a.adId - b.adId,
  );
}
