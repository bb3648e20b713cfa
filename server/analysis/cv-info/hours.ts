import { CvType } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import type { Part } from '../report/report';
import { creditedCondition, type ConversionScope } from './credited-columns';

const HOUR_MS = 3_600_000;
const TOKYO_MS = 9 * HOUR_MS;
const HOURS_A_DAY = 24;
const HOURS_A_WEEK = 7 * HOURS_A_DAY;
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Conversions by weekday and hour. */
export const HOURS: Part = {
  type: 'CvInfoHour',
  list: true,
  fields: { weekday: 'int', hour: 'int', count: 'int', cvFinal: 'int', amountSum: 'float' },
};

interface HourRow {
  at: number | string;
  type: number;
  n: number | string;
  sen: number | string;
}

/** Returns the report's conversions by Tokyo weekday (0 Sunday) and hour: all 168 hours of a week in order. */
export async function readHours(db: Database, request: ConversionScope) {
  const { sql, params } = creditedCondition(request);
  const local = `(c.time + ${TOKYO_MS})`;
  const rows = await db.read<HourRow>(
    `SELECT ((${local} - ${local} % ${HOUR_MS}) / ${HOUR_MS}) % ${HOURS_A_WEEK} AS at, t.cv_type AS type,
     COUNT(*) AS n, SUM(t.amount_sen) AS sen FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id
     WHERE ${sql} GROUP BY at, t.cv_type`.replace(/\n\s*/g, ' '),
    params,
  );
  const hours = Array.from({ length: HOURS_A_WEEK }, (_, at) => ({
    weekday: Math.floor(at / HOURS_A_DAY),
    hour: at % HOURS_A_DAY,
    count: 0,
    cvFinal: 0,
    amountSum: 0,
  }));
  for (const { at, type, n, sen } of rows) {
    const cell = hours[(Number(at) + FIRST_WEEKDAY * HOURS_A_DAY) % HOURS_A_WEEK]!;
    cell.count += Number(n);
    if (type !== CvType.LAST_CV) continue;
    cell.cvFinal += Number(n);
    cell.amountSum += Number(sen) / 100;
  }
  return hours;
}
