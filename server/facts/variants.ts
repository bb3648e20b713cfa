import { startOfDay, type Day } from '../../shared/domain/calendar';
import { isRecord, recordsIn } from '../../shared/records';
import { placeholders, type Database } from '../db/database';

/** A landing page variant and its redirect. */
export interface KnownVariant {
  readonly id: number;
  readonly redirectId: number;
  readonly adId: number;
  readonly title: string;
  readonly url: string;
  /** Current deliver ratio in whole percent; 0 once it is retired. */
  readonly rate: number;
  readonly retired: boolean;
  readonly redirect: string;
  readonly lpoFlag: boolean;
}

interface VariantRow {
  id: number;
  redirect_id: number;
  ad_id: number;
  title: string;
  url: string;
  rate: number;
  position: number;
  redirect: string;
  lpo_flag: number | boolean;
}

/** Reads all variants of a product by redirect, in order, retired ones last. */
export async function readVariants(db: Database, productId: number): Promise<KnownVariant[]> {
  const rows = await db.read<VariantRow>(
    `SELECT e.id, e.redirect_id, r.ad_id, e.title, e.url, e.rate, e.position, CONCAT(a.ad_name, ' #', r.id) AS redirect, r.lpo_flag
       FROM redirect r JOIN lpo_entry e ON e.redirect_id = r.id JOIN ad a ON a.id = r.ad_id
      WHERE r.product_id = ? ORDER BY r.id, CASE WHEN e.position = 0 THEN 1 ELSE 0 END, e.position, e.id`,
    [productId],
  );
  return rows.map(({ id, redirect_id, ad_id, title, url, rate, position, redirect, lpo_flag }) => ({
    id,
    redirectId: redirect_id,
    adId: ad_id,
    title,
    url,
    rate: position === 0 ? 0 : rate,
    retired: position === 0,
    redirect,
    lpoFlag: Boolean(lpo_flag),
  }));
}

interface ChangeRow {
  entity_id: number;
  at: number;
  field: string;
  before_value: string | null;
  after_value: string | null;
}

/** Returns the deliver ratios by variant of a stored `lpo` value. Titles and pages don't matter. */
function ratesIn(json: string | null): string {
  const value: unknown = json === null ? null : JSON.parse(json);
  const variants = recordsIn(value).filter(isRecord);
  return JSON.stringify(variants.map(({ id, rate }) => [id ?? null, rate]).sort());
}

/** Redirects per statement: longer lists are planned by index statistics. */
const CHUNK = 150;

/** Reads when the delivery of redirects (rates, variants or LPO itself) last changed on or after a day. */
export async function readDeliveryChanges(
  db: Database,
  companyId: number,
  redirectIds: readonly number[],
  from: Day,
): Promise<Map<number, Date>> {
  const changed = new Map<number, Date>();
  for (let start = 0; start < redirectIds.length; start += CHUNK) {
    const chunk = redirectIds.slice(start, start + CHUNK);
    const rows = await db.read<ChangeRow>(
      `SELECT l.entity_id, l.at, c.field, c.before_value, c.after_value
         FROM audit_log l JOIN audit_change c ON c.audit_id = l.id AND c.field IN ('lpo', 'lpoFlag')
        WHERE l.company_id = ? AND l.entity = 'redirect' AND l.entity_id IN (${placeholders(chunk)}) AND l.action = 'update' AND l.at >= ?
        ORDER BY l.at`,
      [companyId, ...chunk, startOfDay(from)],
    );
    for (const { entity_id, at, field, before_value, after_value } of rows) {
      if (field === 'lpoFlag' || ratesIn(before_value) !== ratesIn(after_value))
        changed.set(entity_id, new Date(Number(at)));
    }
  }
  return changed;
}
