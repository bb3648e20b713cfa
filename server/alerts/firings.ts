import type { Day } from '../../shared/domain/calendar';
import type { Database } from '../db/database';
import type { RaisedCase } from './alert-text';

interface Row {
  readonly id: number;
  readonly day: number;
  readonly ad_id: number;
  readonly ad_name: string | null;
  readonly measure: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly median: number | null;
  readonly created_at: number | string;
}

/** A case that raised an alert, with its day and the time of detection. */
export interface Firing extends RaisedCase {
  readonly id: number;
  readonly day: Day;
  /** REST name of the measure. */
  readonly measure: string;
  readonly at: Date;
}

const firingOf = (row: Row): Firing => ({
  id: row.id,
  day: row.day,
  adId: row.ad_id,
  name: row.ad_id === 0 ? '' : (row.ad_name ?? `#${row.ad_id}`),
  measure: row.measure,
  value: Number(row.value),
  low: row.low === null ? null : Number(row.low),
  high: row.high === null ? null : Number(row.high),
  median: row.median === null ? null : Number(row.median),
  at: new Date(Number(row.created_at)),
});

const SELECT = `SELECT f.id, f.day, f.ad_id, a.ad_name, f.measure, f.value, f.low, f.high, f.median, f.created_at
  FROM alert_firing f LEFT JOIN ad a ON a.id = f.ad_id WHERE f.alert_id = ?`;

/** Reads the cases that raised an alert on a day, in message order. */
export const readFirings = async (db: Database, alertId: number, day: Day): Promise<Firing[]> =>
  (await db.read<Row>(`${SELECT} AND f.day = ? ORDER BY f.id`, [alertId, day])).map(firingOf);

/** Reads the cases that raised an alert, newest day first. */
export const latestFirings = async (db: Database, alertId: number, limit: number): Promise<Firing[]> =>
  (await db.read<Row>(`${SELECT} ORDER BY f.day DESC, f.id LIMIT ?`, [alertId, limit])).map(firingOf);
