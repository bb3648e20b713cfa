import { baseColumns, factRows, type BaseColumn, type FactKind, type FactRows } from '../../shared/catalog';
import { fromIndex } from '../db/condition';
import type { Dialect } from '../db/database';
import { rollupTable } from './tables';

/** Rows of facts with a user agent. */
export type LogRows = 'interaction' | 'access' | 'conversion_touch' | 'result' | 'replaced_touch';

const CONTACT = 'i.product_id = e.product_id AND i.id = e.interaction_id';

/**
 * Returns SQL for the rows that facts are summed from, with the user agent they belong to: as text `ua`, or as
 * `ua_id` if it is shared. Contacts and views have their own; touches and results that of their contact, as
 * they have its device; direct conversions their own. The keys are those of a fine day table.
 */
export function factsWithUserAgent(dialect: Dialect, kind: FactKind, name: LogRows): string {
  const own = { ua: 'e.ua', uaId: 'e.ua_id' };
  const ofContact = { ua: 'i.ua', uaId: 'i.ua_id' };
  const sources: Record<LogRows, { readonly from: string; readonly ua: string; readonly uaId: string }> = {
    interaction: { from: fromIndex(dialect, 'interaction', 'ix_interaction_day'), ...own },
    access: { from: fromIndex(dialect, 'access', 'ix_access_day'), ...own },
    conversion_touch: {
      from: `conversion_touch f LEFT JOIN interaction i ON i.product_id = f.product_id AND i.id = f.interaction_id
        LEFT JOIN conversion c ON f.interaction_id IS NULL AND c.id = f.conversion_id`,
      ua: 'COALESCE(i.ua, c.ua)',
      uaId: 'i.ua_id',
    },
    result: { from: `result e LEFT JOIN interaction i ON ${CONTACT}`, ...ofContact },
    replaced_touch: {
      from: `(SELECT i.product_id, i.day, i.ad_id, i.device, i.redirect_id, i.lpo_entry_id, i.cost_sen,
          1 AS clicks, i.ua, i.ua_id FROM media_cost m JOIN interaction i
          ON i.product_id = m.product_id AND i.day = m.day AND i.ad_id = m.ad_id AND i.counted = 1) e`,
      ...own,
    },
  };
  const { from, ua, uaId } = sources[name];
  const { alias, where }: FactRows = factRows[name];
  const keys = ['product_id', 'day', ...rollupTable(kind, 'fine', 'day').key].map(
    (column) => `${alias}.${column}`,
  );
  const values = Object.entries<BaseColumn>(baseColumns[kind]).flatMap(([column, fact]) =>
    fact.rows === name ? [`${fact.where ? `(${fact.where}) * ` : ''}${fact.value} AS ${column}`] : [],
  );
  return `(SELECT ${[...keys, ...values].join(', ')}, ${ua} AS ua, ${uaId} AS ua_id FROM ${from}${where ? ` WHERE ${where}` : ''}) unsummed`;
}
