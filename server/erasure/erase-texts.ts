import { z } from 'zod';
import type { Tx } from '../db/database';

/** Position of a scan: the instant, and the last row id within it. */
export const scanPosition = z.object({ at: z.number(), id: z.number() });
export type ScanPosition = Readonly<z.output<typeof scanPosition>>;
export const FROM_THE_START: ScanPosition = { at: -1, id: -1 };

/** Result of one part of a scan; `next` is null at the end. */
interface ScanResult {
  readonly next: ScanPosition | null;
  readonly count: number;
}

interface RejectedEventRow {
  readonly id: number;
  readonly stored_at: number;
  readonly text: string | null;
}

/** Erases the text of rejected events that name the person; their reason stays. */
export async function eraseRejectedEvents(
  tx: Tx,
  productId: number,
  mentions: (text: string | null) => boolean,
  from: ScanPosition,
  most: number,
): Promise<ScanResult> {
  const rows = await tx.query<RejectedEventRow>(
    `SELECT id, stored_at, text FROM bad_event WHERE product_id = ? AND stored_at >= ? AND (stored_at > ? OR id > ?) ORDER BY stored_at, id LIMIT ?`,
    [productId, from.at, from.at, from.id, most],
  );
  const matches = rows.filter(({ text }) => mentions(text));
  for (const { id } of matches)
    await tx.execute('UPDATE bad_event SET text = NULL, ip = NULL WHERE id = ?', [id]);
  const last = rows.at(-1);
  return {
    next: last && rows.length >= most ? { at: Number(last.stored_at), id: last.id } : null,
    count: matches.length,
  };
}

interface ChangeRow {
  readonly id: number;
  readonly at: number;
  readonly label: string;
  readonly field: string | null;
  readonly before_value: string | null;
  readonly after_value: string | null;
}

const ERASED = '"[erased]"';

/** Erases labels and values of audit entries that name the person; user, action and time stay. */
export async function eraseAudit(
  tx: Tx,
  companyId: number,
  mentions: (text: string | null) => boolean,
  from: ScanPosition,
  most: number,
): Promise<ScanResult> {
  const logs = await tx.query<{ id: number; at: number }>(
    'SELECT id, at FROM audit_log WHERE company_id = ? AND at >= ? AND (at > ? OR id > ?) ORDER BY at, id LIMIT ?',
    [companyId, from.at, from.at, from.id, most],
  );
  const last = logs.at(-1);
  if (!last) return { next: null, count: 0 };
  const ids = logs.map(({ id }) => id);
  const rows = await tx.query<ChangeRow>(
    `SELECT l.id, l.at, l.label, c.field, c.before_value, c.after_value FROM audit_log l LEFT JOIN audit_change c ON c.audit_id = l.id WHERE l.id IN (${ids.map(() => '?').join(',')})`,
    ids,
  );
  const touched = new Set<number>();
  for (const { id, label, field, before_value: before, after_value: after } of rows) {
    if (mentions(label)) {
      await tx.execute("UPDATE audit_log SET label = '[erased]' WHERE id = ?", [id]);
      touched.add(id);
    }
    for (const [column, value] of [
      ['before_value', before],
      ['after_value', after],
    ] as const) {
      if (!mentions(value)) continue;
      await tx.execute(`UPDATE audit_change SET ${column} = ? WHERE audit_id = ? AND field = ?`, [
        ERASED,
        id,
        field,
      ]);
      touched.add(id);
    }
  }
  return { next: logs.length >= most ? { at: Number(last.at), id: last.id } : null, count: touched.size };
}
