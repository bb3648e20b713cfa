import { Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';
import { enumValues } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import { recordOf } from '../../../shared/records';
import { LongText, Millis, readJson } from '../../db/columns';
import type { Tx } from '../../db/database';
import { decisionFields } from './decision-file';

/** How the decision tables of an ad network are read: its last table, and the words that users explained. */
@Entity()
export class DecisionFormat {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** 0: ads without an ad network. */
  @PrimaryColumn({ type: 'integer' }) aspId!: number;

  /** As JSON (see `Format`). */
  @LongText({ nullable: false }) format!: string;
  @Millis() updatedAt!: number;
}

const format = z.object({
  columns: z.array(z.string()),
  mapping: z.object(recordOf(decisionFields, () => z.string().nullable())),
  /** Argument of conversions that the order column holds. */
  argument: z.string().nullable(),
  /** Statuses by folded word; null leaves rows with the word out. */
  words: z.record(z.string(), z.literal(enumValues(ApprovalStatus)).nullable()),
});
export type Format = z.output<typeof format>;

/** Reads the formats of a product by ad network, newest first. */
export async function readFormats(db: Pick<Tx, 'query'>, productId: number): Promise<Map<number, Format>> {
  const rows = await db.query<{ asp_id: number; format: string }>(
    'SELECT asp_id, format FROM decision_format WHERE product_id = ? ORDER BY updated_at DESC, asp_id',
    [productId],
  );
  return new Map(rows.map((row) => [row.asp_id, readJson(format, row.format)]));
}

/** Bytes of a text column. */
const MAX_BYTES = 65_535;

/** Stores the format of an ad network, unless it is too large. */
export async function saveFormat(
  tx: Tx,
  productId: number,
  aspId: number,
  value: Format,
  now: number,
): Promise<void> {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > MAX_BYTES) return;
  await tx.execute('DELETE FROM decision_format WHERE product_id = ? AND asp_id = ?', [productId, aspId]);
  await tx.execute(
    'INSERT INTO decision_format (product_id, asp_id, format, updated_at) VALUES (?, ?, ?, ?)',
    [productId, aspId, text, now],
  );
}
