import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Database } from '../db/database';
import { outsideConditions } from '../auth/permissions';
import { oneOf } from '../db/condition';
import type { FilterField, ListDefinition, SourceField } from './list-definition';
import type { VisibleKind } from './visibility';

/** The kind of record that a column refers to. */
const references: Readonly<Record<string, VisibleKind>> = {
  agencyId: 'agency',
  aspId: 'asp',
  adId: 'ad',
  adCategoryId: 'adCategory',
  adType1Id: 'adType1',
  adType2Id: 'adType2',
  adType3Id: 'adType3',
};

/** Filters by company; an actor sees only their own. */
const ofCompany =
  (sql: string): NonNullable<FilterField['find']> =>
  async (values, { actor }) => {
    if (values.some((value) => value !== actor.companyId)) throw outsideConditions();
    return oneOf(sql, values);
  };

type Convert = (value: unknown) => unknown;

const transform = (column: ColumnMetadata, way: 'from' | 'to'): Convert | undefined => {
  const { transformer } = column;
  if (!transformer || Array.isArray(transformer)) return undefined;
  return (value) => transformer[way](value);
};

const filterKinds: Readonly<Record<string, FilterField['kind']>> = {
  integer: 'number',
  double: 'number',
  smallint: 'boolean',
  varchar: 'text',
  text: 'text',
};

function sourceField(column: ColumnMetadata): SourceField {
  return { sql: `e.${column.databaseName}`, read: transform(column, 'from') };
}

function filterField(column: ColumnMetadata): FilterField | null {
  const kind = filterKinds[String(column.type)];
  if (!kind) return null;
  const write = kind === 'number' ? transform(column, 'to') : undefined;
  return {
    sql: `e.${column.databaseName}`,
    kind,
    refers: references[column.propertyName],
    find: column.propertyName === 'companyId' ? ofCompany(`e.${column.databaseName}`) : undefined,
    write: write && ((value) => Number(write(value))),
  };
}

/**
 * Builds the list definition of a setting: the table's columns become fields and filters, and `special` adds the
 * rest.
 * `hidden` columns are never read, sorted or filtered by.
 */
export function defineSettingList(
  db: Database,
  entity: EntityTarget<ObjectLiteral>,
  special: Omit<ListDefinition, 'table' | 'key' | 'fields' | 'filters' | 'isSetting'> & {
    readonly hidden?: readonly string[];
    readonly filters?: ListDefinition['filters'];
  },
): ListDefinition {
  const metadata = db.reader.getMetadata(entity);
  const columns = metadata.columns.filter(({ propertyName }) => !special.hidden?.includes(propertyName));
  const ofProduct = columns.some(({ propertyName }) => propertyName === 'productId');
  const filters = columns.map((column) => [column.propertyName, filterField(column)] as const);
  return {
    ...special,
    isSetting: true,
    table: metadata.tableName,
    key: 'id',
    labels: {
      ...(ofProduct && { product: { id: 'e.product_id', table: 'product', column: 'product_name' } }),
      ...special.labels,
    },
    fields: Object.fromEntries(columns.map((column) => [column.propertyName, sourceField(column)])),
    filters: {
      ...Object.fromEntries(filters.filter((entry): entry is [string, FilterField] => entry[1] !== null)),
      ...special.filters,
    },
  };
}

const guards: Readonly<Record<SettingDefinition['owner'], ListDefinition['guard']>> = {
  product: (actor, _grant, products) => [ofProducts(actor, products)],
  company: (actor) => [oneOf('e.company_id', [actor.companyId])],
  self: (actor) => [oneOf('e.id', [actor.companyId])],
};

/** Creates the list service of a setting. */
export function settingService(db: Database, setting: SettingDefinition, urls: Urls): ListService {
  const { target, menu, owner, keyword, guard = guards[owner], service } = setting;
  return service
    ? service(db, urls)
    : new ListService(db, () => defineSettingList(db, target, { menu, guard, keyword }));
}
