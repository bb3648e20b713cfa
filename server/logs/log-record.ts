import type { RightKey } from '../../shared/catalog';
import { ListService } from '../records/list.service';
import { anyOf } from '../records/condition';
import type {
  ComputedField,
  DayCount,
  FilterField,
  LabelField,
  ListSpec,
  Mask,
  SourceField,
} from '../records/list-spec';
import { ofProducts } from '../records/visibility';
import type { Database } from '../db/database';
import type { CustomerCode } from './customer-code';

/** A filter, and the GraphQL type of its values. */
export type LogFilter = FilterField & { readonly type: LogType };
export type LogType = 'text' | 'int' | 'float' | 'bool' | 'instant' | 'label';

/** One field of a log: what doors, lists, files, filters, order and masks know of it. */
export interface LogField {
  /** As GraphQL and REST show it; a field without a type is read for others only. */
  readonly type?: LogType;
  readonly nullable?: boolean;
  /** Where its value comes from: a column, the name of what an id points to, or other fields. */
  readonly source?: SourceField | undefined;
  readonly label?: LabelField;
  readonly computed?: ComputedField;
  /** By the name of the filter, which is mostly the field's own (`''`) or that with an ending. */
  readonly filters?: Readonly<Record<string, LogFilter>>;
  /** Whether a keyword is looked for in it. */
  readonly keyword?: boolean;
  /** What masked roles see of it: nothing, or a code that stands for the customer. */
  readonly mask?: 'hidden' | 'customer';
  /** Whether it may name an ad of another agency, which `complete` hides. */
  readonly othersAd?: boolean;
}

/** A log: one record, from which its list, details, files, filters, masks, GraphQL types and REST doors follow. */
export interface LogRecord extends Pick<ListSpec, 'guard' | 'complete' | 'relations' | 'lookup'> {
  /** Name of a row's type; `one` and `many` name its queries. */
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly table: string;
  /** The menu whose right opens it; the logs' unless given. */
  readonly menu?: RightKey;
  /** A menu of whose work it is part: its right opens the log too. */
  readonly partOf?: RightKey;
  /** Whether the key is unique within a product only. */
  readonly keyWithin?: 'product_id' | undefined;
  /** Fields by which rows with the same id are told apart. */
  readonly within?: readonly string[] | undefined;
  /** Which rows of the table it lists, counted by days; all of them, counted one by one, unless given. */
  readonly counted?: DayCount;
  /** The field of the log's time, by which it is limited and ordered, newest first. */
  readonly time: string;
  readonly fields: Readonly<Record<string, LogField>>;
}

const hidden: Mask = () => null;

/** The filters of a record by their names. */
export const filtersOf = ({ fields }: Pick<LogRecord, 'fields'>): Record<string, LogFilter> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { filters = {} }]) =>
      Object.entries(filters).map(([ending, filter]) => [name + ending, filter]),
    ),
  );

/** Fields of which a part is there, with that part. */
function having<K extends keyof LogField>(
  record: LogRecord,
  part: K,
): Record<string, NonNullable<LogField[K]>> {
  const found: Record<string, NonNullable<LogField[K]>> = {};
  for (const [name, field] of Object.entries(record.fields)) {
    const there = field[part];
    if (there) found[name] = there;
  }
  return found;
}

/** The list of a log. */
function listSpecOf(record: LogRecord, code: CustomerCode): ListSpec {
  const {
    menu = 'logs',
    partOf,
    table,
    keyWithin,
    counted,
    time,
    guard,
    complete,
    relations,
    lookup,
  } = record;
  const masks: Record<'hidden' | 'customer', Mask> = {
    hidden,
    customer: (userId, { productId }) => code(Number(productId), String(userId)),
  };
  const fields = having(record, 'source');
  const rows = counted ? [anyOf(counted.rows.map((sql) => ({ sql, params: [] })))] : [];
  return {
    menu,
    partOf,
    table,
    key: 'id',
    keyWithin,
    lookup,
    fields,
    labels: having(record, 'label'),
    computed: having(record, 'computed'),
    filters: filtersOf(record),
    keyword: Object.keys(having(record, 'keyword')).flatMap((name) => fields[name]?.sql ?? []),
    keywordAds: [
      ...new Set(
        Object.values(record.fields).flatMap(({ keyword, label }) => (keyword && label ? [label.id] : [])),
      ),
    ],
    masks: Object.fromEntries(
      Object.entries(having(record, 'mask')).map(([name, mask]) => [name, masks[mask]]),
    ),
    othersAds: Object.keys(having(record, 'othersAd')),
    // The code of a customer is made with the product; what `complete` hides by must be there.
    always: [
      'productId',
      ...Object.entries(record.fields).flatMap(([name, { type, othersAd }]) =>
        othersAd && !type ? [name] : [],
      ),
    ],
    steady: Object.entries(record.fields).flatMap(([name, { type, nullable, source }]) =>
      type && source && !nullable && !source.join ? [name] : [],
    ),
    time: fields[time]?.sql,
    defaultSort: { name: time, asc: false },
    dayCount: counted,
    guard: (actor, grant, products) => [
      ofProducts(actor, products),
      ...rows,
      ...guard(actor, grant, products),
    ],
    complete,
    relations,
  };
}

/** The service of a log. */
export const logService = (db: Database, record: LogRecord, code: CustomerCode): ListService =>
  new ListService(db, () => listSpecOf(record, code));
