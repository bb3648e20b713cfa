import { compareEvents } from '../../../shared/domain/journey';
import { NoPostbackReason } from '../../../shared/domain/results';
import { insertRows, type Tx } from '../../db/database';
import type { ConversionInsert } from './rows';

/** Options for the results of stored conversions. */
export interface ResultOptions {
  /** The load that holds the results back until its end. */
  readonly hold?: string | undefined;
  /** Whether results of loaded conversions send postbacks; those of live endpoints always do. */
  readonly notify?: boolean | undefined;
}

const COLUMNS = [
  'product_id',
  'hold',
  'cv_time',
  'event_id',
  'cv_setting_id',
  'visitor_id',
  'user_id',
  'untold',
  'stored_at',
] as const;

/** Queues the results of counted conversions in the transaction that stores them. */
export async function queueResults(
  tx: Tx,
  rows: readonly ConversionInsert[],
  { hold = '', notify = false }: ResultOptions,
): Promise<void> {
  const due = rows
    .filter((row) => row.excluded_reason === null)
    .map((row) => ({ row, time: row.time, id: row.event_id }))
    .sort((a, b) => compareEvents(a, b) || a.row.cv_setting_id - b.row.cv_setting_id);
  await insertRows(
    tx,
    'result_due',
    COLUMNS,
    due.map(({ row }) => [
      row.product_id,
      hold,
      row.time,
      row.event_id,
      row.cv_setting_id,
      row.visitor_id,
      row.user_id,
      row.door === 'import' && !notify ? NoPostbackReason.IMPORT : null,
      row.stored_at,
    ]),
  );
}
