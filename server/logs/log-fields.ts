import type { Grant } from '../../shared/catalog';
import { deviceCode, deviceName, deviceNames, enumValues, ExcludedReason } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { allOf, anyOf, containsWords, oneOf, type Condition } from '../db/condition';
import { userAgentSql } from '../journeys/ingest/shared-user-agents';
import type { FilterField, Row } from '../records/list-definition';
import { indexRangesOf, inRanges } from './address-range';
import type { LogField, LogFilter, LogType } from './log-definition';

/** Building blocks of log fields. Filters compare by equality unless the field says otherwise. */

type Extra = Omit<LogField, 'type' | 'source'>;
const column = (type: LogType, name: string, filter: FilterField['kind'], extra: Extra = {}): LogField => ({
  type,
  source: { sql: `e.${name}` },
  filters: { '': { sql: `e.${name}`, kind: filter, type } },
  ...extra,
});

/** Marks a field as nullable. */
export const nullable = { nullable: true } as const;
/** Marks a field as searched by keywords. */
export const searchable = { keyword: true } as const;

export const text = (name: string, extra?: Extra): LogField => column('text', name, 'text', extra);
export const int = (name: string, extra?: Extra): LogField => column('int', name, 'number', extra);

const withFilters = (field: LogField, more: Partial<LogFilter>): LogField => {
  const filters = Object.entries(field.filters ?? {});
  return {
    ...field,
    filters: Object.fromEntries(filters.map(([end, filter]) => [end, { ...filter, ...more }])),
  };
};

/** Returns a filter by text. */
export const textFilter = (sql: string) => ({ sql, kind: 'text', type: 'text' }) as const;

/** Limits the filters of a field to the values of an enumeration. */
export const enumerated = (values: NonNullable<FilterField['values']>, field: LogField): LogField =>
  withFilters(field, { values });

/** Adds the index over product, value and time to a field's filters. */
export const indexed = (index: string, field: LogField): LogField => withFilters(field, { byTime: index });

/** Marks the filters of a field as answered by an index of few rows per value. */
export const keyed = (field: LogField): LogField => withFilters(field, { isKey: true });

/** A reference to the ad of a row. */
export const adReference = (name: string, extra?: Extra): LogField =>
  withFilters(reference(name, 'ad', extra), {
    find: async (ads) => ({ ...oneOf(`e.${name}`, ads), ads: ads.map(Number) }),
  });

/** A reference to the network that a row keeps, with the index over it and the time. */
export const aspReference = (index: string): LogField =>
  withFilters(reference('asp_id', 'asp'), {
    byTime: index,
    find: async (asps) => ({ ...oneOf('e.asp_id', asps), asps: asps.map(Number) }),
  });

/** A text field with two filters: the whole value, and `...Contains` for a part. */
export const freeText = (name: string, extra?: Extra): LogField => {
  const field = text(name, extra);
  return { ...field, filters: { ...field.filters, Contains: contains(`e.${name}`) } };
};

/** Maximum number of filter values that each add a condition; statements are limited. */
export const MAX_VALUES = 100;

/** Filter by a part of the text, ignoring width and case. */
export const contains = (sql: string): LogFilter => ({
  sql,
  kind: 'text',
  type: 'text',
  max: MAX_VALUES,
  find: async (values, { db: { dialect } }) =>
    anyOf(values.map((value) => containsWords(dialect, [sql], String(value)))),
});

/** An instant in epoch milliseconds. */
export const instantOf = (sql: string): LogField => ({
  type: 'instant',
  source: { sql, read: (value) => (value === null ? null : new Date(Number(value))) },
  filters: { '': { sql, kind: 'instant', type: 'instant' } },
});

/** A stored instant; timeFrom and timeTo limit the log's main one. */
export const instant = (name: string): LogField => instantOf(`e.${name}`);

/** An amount in yen, stored in 1/100 yen. */
export const yen = (name: string, extra?: Extra): LogField => ({
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
  ...extra,
});

/** Filters by the least and the greatest amount in yen: `...From` and `...To`. Of several, the widest counts. */
export function yenRange(
  sql: string,
  within: (condition: Condition) => Condition = (condition) => condition,
): Readonly<Record<'From' | 'To', LogFilter>> {
  const bound = (operator: '>=' | '<=', widest: (...values: number[]) => number): LogFilter => ({
    sql: '',
    kind: 'number',
    type: 'float',
    write: (value) => Math.round(Number(value) * 100),
    where: (values) => within({ sql: `${sql} ${operator} ?`, params: [widest(...values.map(Number))] }),
  });
  return { From: bound('>=', Math.min), To: bound('<=', Math.max) };
}

export const flag = (name: string): LogField => ({
  type: 'bool',
  source: { sql: `e.${name}`, read: (value) => Boolean(Number(value)) },
  filters: { '': { sql: `e.${name}`, kind: 'boolean', type: 'bool' } },
});

/** A reference to a setting; 0 means none. */
export const reference = (
  name: string,
  refers: NonNullable<FilterField['refers']>,
  extra?: Extra,
): LogField => ({
  type: 'int',
  nullable: true,
  source: { sql: `NULLIF(e.${name}, 0)` },
  filters: { '': { sql: `e.${name}`, kind: 'number', type: 'int', refers } },
  ...extra,
});

/** The name of the row that a column refers to. */
export const label = (id: string, table: string, name: string, extra?: Extra): LogField => ({
  type: 'label',
  nullable: true,
  label: { id: `e.${id}`, table, column: name },
  ...extra,
});
/** An ad's current name, searched by keywords. */
export const adLabel = (id: string, extra?: Extra): LogField =>
  label(id, 'ad', 'ad_name', { ...searchable, ...extra });

/** A column that is only read for other fields. */
export const internal = (name: string, extra?: Extra): LogField => ({
  source: { sql: `e.${name}` },
  ...extra,
});

/** A field computed from others after reading; it can't be filtered or sorted by. */
export const derived = (needs: readonly string[], make: (row: Row) => unknown): LogField => ({
  type: 'text',
  nullable: true,
  computed: { needs, make },
});

export const productId: LogField = { type: 'int', source: { sql: 'e.product_id' } };
export const product: LogField = label('product_id', 'product', 'product_name');

export const device: LogField = {
  type: 'text',
  source: { sql: 'e.device', read: (value) => deviceName(Number(value)) },
  filters: {
    '': {
      ...textFilter('e.device'),
      values: Object.values(deviceNames),
      write: (value) => deviceCode(String(value)) ?? -1,
    },
  },
};

/** Filter of reasons for exclusion; `none` matches counted events. */
export const reasonFilter = {
  ...textFilter('e.excluded_reason'),
  values: [...enumValues(ExcludedReason), null],
  none: 'none',
} as const satisfies LogFilter;

/** Why an event is not counted. */
export const excludedReason: LogField = keyed({
  ...text('excluded_reason', nullable),
  filters: { '': reasonFilter },
});

/** The same for views, whose index is over the ad too: excluded views belong to none. */
export const excludedViewReason = withFilters(excludedReason, {
  where: (values) => allOf([oneOf('e.excluded_reason', values), { sql: 'e.ad_id = 0', params: [] }]),
});

/** The endpoint that received the event. */
export const door = enumerated(
  ['redirect', 'landing', 'collect', 's2s', 'postback', 'import', 'console'],
  text('door'),
);

/** The endpoint that received the event and the time when it was stored. */
export const arrival = {
  door,
  storedAt: instant('stored_at'),
} as const;

/** The variant that a redirect link led to, with its current title. */
export const lpoTitle: LogField = {
  type: 'text',
  nullable: true,
  source: { sql: 'v_lpo.title', join: 'LEFT JOIN lpo_entry v_lpo ON v_lpo.id = e.lpo_entry_id' },
  filters: {
    '': {
      ...textFilter('v_lpo.title'),
      where: (values) => {
        const { sql, params } = oneOf('l.title', values);
        return { sql: `e.lpo_entry_id IN (SELECT l.id FROM lpo_entry l WHERE ${sql})`, params };
      },
    },
  },
};

/** IP address, filtered by single addresses or ranges. */
export const address: LogField = {
  type: 'text',
  nullable: true,
  mask: 'hidden',
  source: { sql: 'e.ip' },
  filters: {
    '': {
      ...textFilter('e.ip'),
      max: MAX_VALUES,
      where: (values) => inRanges('e.ip', values),
      ranges: (table, values) => {
        const each = indexRangesOf('e.ip', values.map(String));
        const [ip = '', ...more] = values.map(String);
        const isOne = more.length === 0 && !ip.includes('/');
        return each && { index: `ix_${table}_ip`, each, ip: isOne ? ip.trim() : null };
      },
    },
  },
};

/** The user agent of a contact or view, or a part of it, from its row or from the texts that rows share. */
export const userAgent = (column = 'ua'): LogField => {
  const sql = userAgentSql('e', column);
  return { type: 'text', nullable: true, source: { sql }, filters: { '': textFilter(sql) } };
};

/**
 * Filter by the current ad networks of the rows' ads, as in reports. It is not a field of a row. An agency only
 * matches its own ads.
 */
export const adNetworkFilter = (column = 'ad_id'): LogField => ({
  filters: {
    '': {
      sql: '',
      kind: 'number',
      type: 'int',
      refers: 'asp',
      find: async (values, { db, actor, grant }) => {
        const ofNetworks = allOf([oneOf('n.asp_id', values), ...ownAdsOnly(actor, grant, 'n.id')]);
        const { sql, params } = ofNetworks;
        const ads = await db.read<{ id: number }>(`SELECT n.id FROM ad n WHERE ${sql}`, params);
        return {
          sql: `e.${column} IN (SELECT n.id FROM ad n WHERE ${sql})`,
          params,
          ads: ads.map(({ id }) => id),
        };
      },
    },
  },
});

/**
 * Up to this many visitor ids are looked up first, which lets every visitor index apply; beyond it, a subquery
 * remains.
 */
const MAX_LOOKED_UP_VISITORS = 1000;

/**
 * Filter by customers: the rows of all visitors that had a conversion with one of the ids. It is not a field of
 * a row.
 */
export const customer: LogField = {
  filters: {
    '': {
      ...textFilter(''),
      personal: true,
      isKey: true,
      max: MAX_VALUES,
      find: async (values, { db, actor, products }) => {
        const conversions = allOf([
          oneOf('c.product_id', products ?? actor.productIds),
          oneOf('c.user_id', values),
        ]);
        const visitors = `SELECT DISTINCT c.product_id, c.visitor_id FROM conversion c WHERE ${conversions.sql}`;
        const known = await db.read<{ product_id: number; visitor_id: string }>(
          `${visitors} LIMIT ${MAX_LOOKED_UP_VISITORS + 1}`,
          conversions.params,
        );
        if (known.length > MAX_LOOKED_UP_VISITORS)
          return { sql: `(e.product_id, e.visitor_id) IN (${visitors})`, params: conversions.params };
        const productIds = [...new Set(known.map((row) => row.product_id))];
        const visitorsOf = (product: number) =>
          known.filter((row) => row.product_id === product).map((row) => row.visitor_id);
        return anyOf(
          productIds.map((product) =>
            allOf([oneOf('e.product_id', [product]), oneOf('e.visitor_id', visitorsOf(product))]),
          ),
        );
      },
    },
  },
};

/** Returns the condition that a column names one of the agency's ads; empty for roles that see all ads. */
export function ownAdsOnly(actor: Actor, grant: Grant, sql: string): Condition[] {
  if (grant.scope !== 'own') return [];
  return [{ sql: `${sql} IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`, params: [actor.agencyId ?? 0] }];
}
