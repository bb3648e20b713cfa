import { MAX_PATH_STEPS, type PathFilter, type Span } from '../../../shared/catalog';
import type { Condition } from '../../db/condition';

const MS = 1000;

const within = (column: string, { from, to }: Span, scale = 1): Condition => ({
  sql: to === null ? `${column} >= ?` : `(${column} >= ? AND ${column} < ?)`,
  params: to === null ? [from * scale] : [from * scale, to * scale],
});

const SAME_PATH = (p: string, of: string): string =>
  `${p}.product_id = ${of}.product_id AND ${p}.day = ${of}.day AND ${p}.conversion_id = ${of}.conversion_id AND ${p}.class = ${of}.class`;

/**
 * Matches last touches `f` of paths that went through these ads.
 * Conditions on the touch itself (its ad, the path length) come first, so only plausible paths are assembled,
 * each by its key.
 */
function pathThrough({ ads, repeats }: NonNullable<PathFilter['path']>): Condition {
  const run = `NOT EXISTS (SELECT 1 FROM conversion_touch q WHERE ${SAME_PATH('q', 'p')} AND q.pos = p.pos - 1 AND q.ad_id = p.ad_id)`;
  return {
    sql: `(f.n > ${MAX_PATH_STEPS} OR (f.ad_id = ? AND f.n ${repeats ? '=' : '>='} ?))
      AND (SELECT GROUP_CONCAT(p.ad_id ORDER BY p.pos) FROM conversion_touch p
        WHERE ${SAME_PATH('p', 'f')} AND p.pos BETWEEN 1 AND ${MAX_PATH_STEPS}${repeats ? '' : ` AND ${run}`}) = ?`,
    params: [ads.at(-1) ?? 0, ads.length, ads.join(',')],
  };
}

/** Returns the conditions on the last touches `f` of conversions that came along some paths. */
export const pathConditions = ({ touches, latency, through, path }: PathFilter): Condition[] => [
  ...(touches ? [within('f.n', touches)] : []),
  ...(latency ? [{ sql: 'f.n > 0', params: [] }, within('f.latency_ms', latency, MS)] : []),
  ...(through ?? []).map((ad) => ({
    sql: `EXISTS (SELECT 1 FROM conversion_touch p WHERE ${SAME_PATH('p', 'f')} AND p.ad_id = ?)`,
    params: [ad],
  })),
  ...(path ? [pathThrough(path)] : []),
];
