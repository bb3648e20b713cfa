import { CvType } from '../../../shared/catalog';
import { dayOf, type Day } from '../../../shared/domain/calendar';
import { PATH_CLASS } from '../../../shared/domain/journey';
import { select } from '../../db/statements';
import type { Target } from './changes';
import type { ConversionRow, StoredTouch } from './histories';
import type { InteractionFacts, Touch, VisitorHistory } from './visitor-journey';

/**
 * Marks the months of references whose contacts change: a reference belongs to the month of its last contact
 * (data-driven.md section 1), which may be another one than before.
 * @param rewritten interactions whose derived columns change
 */
export function markReferences(
  { stale }: Pick<Target, 'stale'>,
  histories: readonly VisitorHistory[],
  interactions: readonly InteractionFacts[],
  rewritten: ReadonlySet<string>,
): void {
  if (rewritten.size === 0) return;
  const changed = new Set<string | null>();
  for (const { row, counted, reference_id: reference } of interactions) {
    if (!rewritten.has(row.id)) continue;
    if (row.counted) changed.add(row.reference_id);
    if (counted) changed.add(reference);
  }
  const [before, after] = [new Map<string, Day>(), new Map<string, Day>()];
  const note = (last: Map<string, Day>, reference: string | null, day: Day): void => {
    if (reference !== null && changed.has(reference))
      last.set(reference, Math.max(day, last.get(reference) ?? 0));
  };
  for (const { since, interactions: rows } of histories)
    for (const { counted, reference_id: reference, day, time } of rows) {
      if (!counted) continue;
      note(before, reference, day);
      if (time < since) note(after, reference, day);
    }
  for (const { row, counted, reference_id: reference } of interactions)
    if (counted) note(after, reference, row.day);
  for (const last of [before, after]) for (const day of last.values()) stale.journeys(day);
}

const isFinal = ({ cv_type: type }: StoredTouch): boolean => type === CvType.LAST_CV;
const WHOLE_PATHS: readonly unknown[] = [PATH_CLASS.FIRST, PATH_CLASS.REPEAT_WHOLE];

/** Returns the contacts that are no part of null journeys because of these touches. */
const takenBy = (touches: readonly StoredTouch[]): Set<string> =>
  new Set(
    touches.flatMap((touch) =>
      isFinal(touch) && WHOLE_PATHS.includes(touch.class) && touch.interaction_id !== null
        ? [String(touch.interaction_id)]
        : [],
    ),
  );

/** Reads the last days of the references of contacts. */
async function readLastDays(
  { tx, productId }: Target,
  contacts: ReadonlySet<string>,
): Promise<{ reference_id: string; day: Day }[]> {
  const rows = await select<{ visitor_id: string; reference_id: string }>(tx)`SELECT visitor_id,
    reference_id FROM interaction WHERE product_id = ${productId} AND id IN ${contacts} AND counted = 1`;
  const references = new Set(rows.map((row) => row.reference_id));
  const visitors = new Set(rows.map((row) => row.visitor_id));
  const days = await select<{ reference_id: string; day: Day }>(tx)`SELECT reference_id, MAX(day) AS day
    FROM interaction WHERE product_id = ${productId} AND visitor_id IN ${visitors} AND counted = 1
    GROUP BY visitor_id, reference_id`;
  return days.filter((row) => references.has(row.reference_id));
}

/**
 * Marks the months of changed final conversions, and of the references whose contacts join or leave their paths:
 * these may have their last contact in any other month.
 * @param stored touches before the change by conversion
 * @param known counted interactions of visitors from some time on; others are read
 */
export async function markPaths(
  target: Target,
  rewritten: readonly { readonly row: ConversionRow; readonly touches: readonly StoredTouch[] }[],
  stored: ReadonlyMap<StoredTouch['conversion_id'], readonly StoredTouch[]>,
  known: ReadonlyMap<string, readonly Touch[]>,
): Promise<void> {
  const { stale } = target;
  const contacts = new Set<string>();
  for (const { row, touches } of rewritten) {
    const former = stored.get(row.id) ?? [];
    for (const touch of [...former, ...touches]) if (isFinal(touch)) stale.journeys(Number(touch.day));
    const [before, after] = [takenBy(former), takenBy(touches)];
    for (const id of before) if (!after.has(id)) contacts.add(id);
    for (const id of after) if (!before.has(id)) contacts.add(id);
  }
  if (contacts.size === 0) return;
  for (const touches of known.values()) {
    const references = new Set<string | null>();
    for (const { id, row } of touches) if (contacts.delete(id)) references.add(row.reference_id);
    if (references.size === 0) continue;
    const last = new Map<string | null, number>();
    for (const { time, row } of touches)
      last.set(row.reference_id, Math.max(time, last.get(row.reference_id) ?? -Infinity));
    for (const reference of references) stale.journeys(dayOf(last.get(reference) ?? 0));
  }
  for (const { day } of await readLastDays(target, contacts)) stale.journeys(day);
}
