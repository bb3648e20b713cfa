import type { RightKey } from '../../shared/catalog';
import { ListService } from '../records/list.service';
import { anyOf } from '../db/condition';
import type {
  ComputedField,
  DayCount,
  FilterField,
  LabelField,
  ListDefinition,
  Mask,
  SourceField,
} from '../records/list-definition';
import { ofProducts } from '../records/visibility';
import type { Database } from '../db/database';
import type { CustomerCode } from './customer-code';

/** A filter with the GraphQL type of its values. */
export type LogFilter = FilterField & { readonly type: LogType };
export type LogType = 'text' | 'int' | 'float' | 'bool' | 'instant' | 'label' | 'textMap';

/** One field of a log, as used by APIs, lists, files, filters, sorting and masks. */
export interface LogField {
  /** Type in GraphQL and REST; a field without a type is only read for other fields. */
  readonly type?: LogType;
  readonly nullable?: boolean;
  /** Source of the value: a column, the label of a reference, or other fields. */
  readonly source?: SourceField | undefined;
  readonly label?: LabelField;
  readonly computed?: ComputedField;
  /** Filters by suffix: `''` is the field's own name, others are appended to it. */
  readonly filters?: Readonly<Record<string, LogFilter>>;
  /** Whether keywords search it. */
  readonly keyword?: boolean;
  /** Mask for restricted roles: null, or a code in place of the customer id. */
  readonly mask?: 'hidden' | 'customer';
  /** Whether it may name another agency's ad, which `complete` hides. */
  readonly othersAd?: boolean;
}

/**
 * Definition of a log. Its list, details, files, filters, masks, GraphQL types and REST endpoints
 * are generated.
 */
export interface LogDefinition extends Pick<
  ListDefinition,
  'guard' | 'complete' | 'relations' | 'lookup' | 'keywordValues'
> {
  /** Type name of a row; `one` and `many` name its queries. */
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly table: string;
  /** The menu whose right grants access; defaults to the logs. */
  readonly menu?: RightKey;
  /** A menu that includes this log: its right grants access too. */
  readonly partOf?: RightKey;
  /** Set if the key is only unique within a product. */
  readonly keyWithin?: 'product_id' | undefined;
  /** Fields that distinguish rows with the same id. */
  readonly within?: readonly string[] | undefined;
  /** The listed rows of the table, with counts by day; by default all rows, counted one by one. */
  readonly dayCount?: DayCount;
  /** The field of the log's main time, for limits and the default order (newest first). */
  readonly time: string;
  readonly fields: Readonly<Record<string, LogField>>;
}

const hidden: Mask = () => null;

/** Returns the filters of a log by their names. */
export const filtersOf = ({ fields }: Pick<LogDefinition, 'fields'>): Record<string, LogFilter> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { filters = {} }]) =>
      Object.entries(filters).map(([ending, filter]) => [name + ending, filter]),
    ),
  );

/** Returns one property of all fields that define it, by field name. */
function fieldsWith<K extends keyof LogField>(
  log: LogDefinition,
  part: K,
): Record<string, NonNullable<LogField[K]>> {
  const result: Record<string, NonNullable<LogField[K]>> = {};
  for (const [name, field] of Object.entries(log.fields)) {
    const value = field[part];
    if (value) result[name] = value;
  }
  return result;
}

/** Builds the list definition of a log. */
function listDefinitionOf(log: LogDefinition, code: CustomerCode): ListDefinition {
  const { menu = 'logs', partOf, table, keyWithin, dayCount, time, guard, complete, relations, lookup } = log;
  const masks: Record<'hidden' | 'customer', Mask> = {
    hidden,
    customer: (userId, { productId }) => code(Number(productId), String(userId)),
  };
  const fields = fieldsWith(log, 'source');
  const rows = dayCount ? [anyOf(dayCount.rows.map((sql) => ({ sql, params: [] })))] : [];
  return {
    menu,
    partOf,
    table,
    key: 'id',
    keyWithin,
    lookup,
    fields,
    labels: fieldsWith(log, 'label'),
    computed: fieldsWith(log, 'computed'),
    filters: filtersOf(log),
    keyword: Object.keys(fieldsWith(log, 'keyword')).flatMap((name) => fields[name]?.sql ?? []),
    keywordNames: Object.values(log.fields).flatMap(({ keyword, label }) =>
      keyword && label ? [label] : [],
    ),
    keywordValues: log.keywordValues,
    masks: Object.fromEntries(
      Object.entries(fieldsWith(log, 'mask')).map(([name, mask]) => [name, masks[mask]]),
    ),
    othersAds: Object.keys(fieldsWith(log, 'othersAd')),
    // A customer's code needs the product; `complete` needs the hidden ad ids.
    always: [
      'productId',
      ...Object.entries(log.fields).flatMap(([name, { type, othersAd }]) =>
        othersAd && !type ? [name] : [],
      ),
    ],
    cursorFields: Object.entries(log.fields).flatMap(([name, { type, nullable, source }]) =>
      type && source && !nullable && !source.join ? [name] : [],
    ),
    time: fields[time]?.sql,
    defaultSort: { name: time, asc: false },
    dayCount,
    guard: (actor, grant, products) => [
      ofProducts(actor, products),
      ...rows,
      ...guard(actor, grant, products),
    ],
    complete,
    relations,
  };
}

/** Creates the service of a log. */
export const logService = (db: Database, log: LogDefinition, code: CustomerCode): ListService =>
  new ListService(db, () => listDefinitionOf(log, code));
