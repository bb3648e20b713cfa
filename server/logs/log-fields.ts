import type { Grant } from '../../shared/catalog';
import { deviceCode, deviceName } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { allOf, anyOf, holds, oneOf, type Condition } from '../records/condition';
import type { FilterField, Row } from '../records/list-spec';
import { indexRangesOf, inRanges } from './address-range';
import type { LogField, LogFilter, LogType } from './log-record';

/** The kinds of fields that logs are made of. A field is filtered by equality unless its kind says otherwise. */

type More = Omit<LogField, 'type' | 'source'>;
const column = (type: LogType, name: string, filter: FilterField['kind'], more: More = {}): LogField => ({
  type,
  source: { sql: `e.${name}` },
  filters: { '': { sql: `e.${name}`, kind: filter, type } },
  ...more,
});

/** May be empty. */
export const nullable = { nullable: true } as const;
/** A keyword finds it. */
export const found = { keyword: true } as const;

export const text = (name: string, more?: More): LogField => column('text', name, 'text', more);
export const int = (name: string, more?: More): LogField => column('int', name, 'number', more);

/** A field of which an index holds a product's rows by value and time. */
export const indexed = (index: string, field: LogField): LogField => ({
  ...field,
  filters: Object.fromEntries(
    Object.entries(field.filters ?? {}).map(([ending, filter]) => [ending, { ...filter, byTime: index }]),
  ),
});

/** A text of which a part is enough: filtered as a whole, and by `...Contains`. */
export const freeText = (name: string, more?: More): LogField => {
  const field = text(name, more);
  return { ...field, filters: { ...field.filters, Contains: contains(`e.${name}`) } };
};

/** Values that are conditions of their own; a statement holds only so many. */
export const MOST = 100;

/** The text stands somewhere in it, over width and case. */
export const contains = (sql: string): LogFilter => ({
  sql,
  kind: 'text',
  type: 'text',
  max: MOST,
  find: async (values, { db: { dialect } }) =>
    anyOf(values.map((value) => holds(dialect, [sql], String(value)))),
});

/** An instant in epoch milliseconds; the log's own is limited by timeFrom and timeTo. */
export const instant = (name: string): LogField => ({
  type: 'instant',
  source: { sql: `e.${name}`, read: (value) => (value === null ? null : new Date(Number(value))) },
});

/** Yen from 1/100 yen. */
export const yen = (name: string, more?: More): LogField => ({
  type: 'float',
  source: { sql: `e.${name}`, read: (value) => Number(value) / 100 },
  filters: {
    '': {
      sql: `e.${name}`,
      kind: 'number',
      type: 'float',
      write: (value) => Math.round(Number(value) * 100),
    },
  },
  ...more,
});

export const flag = (name: string): LogField => ({
  type: 'bool',
  source: { sql: `e.${name}`, read: (value) => Boolean(Number(value)) },
  filters: { '': { sql: `e.${name}`, kind: 'boolean', type: 'bool' } },
});

/** A number that points to a setting; 0 stands for none. */
export const reference = (
  name: string,
  refers: NonNullable<FilterField['refers']>,
  more?: More,
): LogField => ({
  type: 'int',
  nullable: true,
  source: { sql: `NULLIF(e.${name}, 0)` },
  filters: { '': { sql: `e.${name}`, kind: 'number', type: 'int', refers } },
  ...more,
});

/** The name of what a column points to. */
export const label = (id: string, table: string, name: string, more?: More): LogField => ({
  type: 'label',
  nullable: true,
  label: { id: `e.${id}`, table, column: name },
  ...more,
});
/** An ad's name of today; a keyword finds it. */
export const adLabel = (id: string, more?: More): LogField =>
  label(id, 'ad', 'ad_name', { ...found, ...more });

/** Read for other fields only. */
export const inside = (name: string, more?: More): LogField => ({ source: { sql: `e.${name}` }, ...more });

/** Made from other fields after reading: neither filtered nor sorted by. */
export const made = (needs: readonly string[], make: (row: Row) => unknown): LogField => ({
  type: 'text',
  nullable: true,
  computed: { needs, make },
});

export const productId: LogField = { type: 'int', source: { sql: 'e.product_id' } };
export const product: LogField = label('product_id', 'product', 'product_name');

export const device: LogField = {
  type: 'text',
  source: { sql: 'e.device', read: (value) => deviceName(Number(value)) },
  // A name that is none matches nothing.
  filters: {
    '': { sql: 'e.device', kind: 'text', type: 'text', write: (value) => deviceCode(String(value)) ?? -1 },
  },
};

/** The value of a filter by reasons that means the rows without one. */
const NO_REASON = 'none';

/** Why an event counts nowhere; filtered by reasons, and by `none` for those that count. */
export const excludedReason: LogField = {
  ...text('excluded_reason', nullable),
  filters: {
    '': {
      sql: 'e.excluded_reason',
      kind: 'text',
      type: 'text',
      max: MOST,
      where: (values) =>
        anyOf(
          values.map((value) =>
            value === NO_REASON
              ? { sql: 'e.excluded_reason IS NULL', params: [] }
              : oneOf('e.excluded_reason', [value]),
          ),
        ),
    },
  },
};

/** By which door the event came in, and when it was stored: what a row says of its own way here. */
export const arrival = {
  door: text('door'),
  storedAt: instant('stored_at'),
} as const;

/** The variant that a redirect link led to, by today's title. */
export const lpoTitle: LogField = {
  type: 'text',
  nullable: true,
  source: { sql: 'v_lpo.title', join: 'LEFT JOIN lpo_entry v_lpo ON v_lpo.id = e.lpo_entry_id' },
  filters: {
    '': {
      sql: 'v_lpo.title',
      kind: 'text',
      type: 'text',
      where: (values) => {
        const { sql, params } = oneOf('l.title', values);
        return { sql: `e.lpo_entry_id IN (SELECT l.id FROM lpo_entry l WHERE ${sql})`, params };
      },
    },
  },
};

/** Where a visitor came from: an address, looked for by itself or by a range of them. */
export const address: LogField = {
  type: 'text',
  nullable: true,
  mask: 'hidden',
  source: { sql: 'e.ip' },
  filters: {
    '': {
      sql: 'e.ip',
      kind: 'text',
      type: 'text',
      max: MOST,
      where: (values) => inRanges('e.ip', values),
      ranges: (table, values) => {
        const each = indexRangesOf('e.ip', values.map(String));
        return each && { index: `ix_${table}_ip`, each };
      },
    },
  },
};

/** What was said of the browser. */
export const userAgent = text('ua', nullable);

/** Filters by the ad networks that the rows' ads have today, as reports do; it is no field of a row. An agency finds by its own ads alone. */
export const aspOfAd = (column = 'ad_id'): LogField => ({
  filters: {
    '': {
      sql: '',
      kind: 'number',
      type: 'int',
      refers: 'asp',
      find: async (values, { actor, grant }) => {
        const ads = allOf([oneOf('n.asp_id', values), ...ofOwnAds(actor, grant, 'n.id')]);
        return { sql: `e.${column} IN (SELECT n.id FROM ad n WHERE ${ads.sql})`, params: ads.params };
      },
    },
  },
});

/** Of so many visitors their ids are looked up first, by which every index of visitors is taken; of more they stay a question. */
const MOST_VISITORS = 1000;

/** Filters by customers: the rows of all visitors that had a conversion with one of the ids. It is no field of a row. */
export const customer: LogField = {
  filters: {
    '': {
      sql: '',
      kind: 'text',
      type: 'text',
      personal: true,
      max: MOST,
      find: async (values, { db, actor, products }) => {
        const conversions = allOf([
          oneOf('c.product_id', products ?? actor.productIds),
          oneOf('c.user_id', values),
        ]);
        const visitors = `SELECT DISTINCT c.product_id, c.visitor_id FROM conversion c WHERE ${conversions.sql}`;
        const known = await db.read<{ product_id: number; visitor_id: string }>(
          `${visitors} LIMIT ${MOST_VISITORS + 1}`,
          conversions.params,
        );
        if (known.length > MOST_VISITORS)
          return { sql: `(e.product_id, e.visitor_id) IN (${visitors})`, params: conversions.params };
        const found = [...new Set(known.map((row) => row.product_id))];
        const visitorsOf = (product: number) =>
          known.filter((row) => row.product_id === product).map((row) => row.visitor_id);
        return anyOf(
          found.map((product) =>
            allOf([oneOf('e.product_id', [product]), oneOf('e.visitor_id', visitorsOf(product))]),
          ),
        );
      },
    },
  },
};

/** A column that names an ad of the agency; every ad for those who see all. */
export function ofOwnAds(actor: Actor, grant: Grant, sql: string): Condition[] {
  if (grant.scope !== 'own') return [];
  return [{ sql: `${sql} IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`, params: [actor.agencyId ?? 0] }];
}
