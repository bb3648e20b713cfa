import { CvType } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { systemOf } from '../../journeys';
import type { Part } from '../report/report';
import { creditedCondition, type ConversionScope } from './credited-columns';

/** Conversions by operating system and browser. */
export const SYSTEMS: Part = {
  type: 'CvInfoSystem',
  list: true,
  fields: { os: 'text?', browser: 'text?', count: 'int', cvFinal: 'int', amountSum: 'float' },
};

interface UserAgentRow {
  ua: string | null;
  type: number;
  n: number | string;
  sen: number | string;
}

/**
 * Returns the report's conversions by the operating system and the browser or app that they came from, most
 * first. Both are null where the user agent is not known.
 */
export async function readSystems(db: Database, request: ConversionScope) {
  const { sql, params } = creditedCondition(request);
  const rows = await db.read<UserAgentRow>(
    `SELECT c.ua AS ua, t.cv_type AS type, COUNT(*) AS n, SUM(t.amount_sen) AS sen FROM conversion_touch t
     JOIN conversion c ON c.id = t.conversion_id WHERE ${sql} GROUP BY c.ua, t.cv_type`.replace(
      /\n\s*/g,
      ' ',
    ),
    params,
  );
  const systems = new Map<
    string,
    { os: string | null; browser: string | null; count: number; cvFinal: number; amountSum: number }
  >();
  for (const { ua, type, n, sen } of rows) {
    const { os, browser } = systemOf(ua);
    const key = JSON.stringify([os, browser]);
    const system = systems.get(key) ?? { os, browser, count: 0, cvFinal: 0, amountSum: 0 };
    systems.set(key, system);
    system.count += Number(n);
    if (type !== CvType.LAST_CV) continue;
    system.cvFinal += Number(n);
    system.amountSum += Number(sen) / 100;
  }
  return [...systems]
    .sort(([a, { count: m }], [b, { count: n }]) => n - m || (a < b ? -1 : 1))
    .map(([, one]) => one);
}
