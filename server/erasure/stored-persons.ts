import { insertRows, type Tx } from '../db/database';
import type { Persons } from './subject';

/** Stores the ids of the person until the erasure is finished. */
export async function savePersons(tx: Tx, erasureId: number, { visitors, users }: Persons): Promise<void> {
  const rows = [...visitors.map((id) => ['visitor', id]), ...users.map((id) => ['user', id])];
  await insertRows(tx, 'erasure_subject', ['kind', 'person_id'], rows, { erasure_id: erasureId });
}

/** Reads the ids of the person of a running erasure. */
export async function readPersons(tx: Pick<Tx, 'query'>, erasureId: number): Promise<Persons> {
  const rows = await tx.query<{ kind: string; person_id: string }>(
    'SELECT kind, person_id FROM erasure_subject WHERE erasure_id = ? ORDER BY kind, person_id',
    [erasureId],
  );
  const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map((row) => row.person_id);
  return { visitors: of('visitor'), users: of('user') };
}

/** Deletes the ids of the person of an erasure. */
export async function deletePersons(tx: Tx, erasureId: number): Promise<void> {
  await tx.execute('DELETE FROM erasure_subject WHERE erasure_id = ?', [erasureId]);
}
