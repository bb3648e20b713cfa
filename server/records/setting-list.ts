import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Database } from '../db/database';
import { outsideConditions } from '../auth/permissions';
import { oneOf } from '../db/condition';
import type { SettingName } from '../../shared/settings';
import type { FilterField, ListDefinition, SourceField } from './list-definition';
import { ListService } from './list.service';
import type { SettingDefinition, Urls } from './setting-definition';
import { filterValues } from './setting-fields';
import { ofUsers, userFields } from './masks';
import { ofProducts, type VisibleKind } from './visibility';

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
  bigint: 'instant',
};

const sourceField = (column: ColumnMetadata): SourceField => ({
  sql: `e.${column.databaseName}`,
  read: transform(column, 'from'),
});

function filterField(setting: SettingName, column: ColumnMetadata): FilterField | null {
  const kind = filterKinds[String(column.type)];
  if (!kind) return null;
  const write = kind === 'number' ? transform(column, 'to') : undefined;
  return {
    sql: `e.${column.databaseName}`,
    kind,
    values: filterValues(setting, column.propertyName),
    refers: references[column.propertyName],
    find: column.propertyName === 'companyId' ? ofCompany(`e.${column.databaseName}`) : undefined,
    write: write && ((value) => Number(write(value))),
  };
}

const guards: Readonly<Record<Exclude<SettingDefinition['owner'], 'user'>, ListDefinition['guard']>> = {
  product: (actor, _grant, products) => [ofProducts(actor, products)],
  company: (actor) => [oneOf('e.company_id', [actor.companyId])],
  self: (actor) => [oneOf('e.id', [actor.companyId])],
};

/** Builds the list definition of a setting: the table's columns are fields and filters. */
function listDefinitionOf(db: Database, setting: SettingDefinition, urls: Urls): ListDefinition {
  const { target, menu, owner, sharedWithAgencies, list } = setting;
  const given = list?.(db, urls) ?? {};
  const { hidden, guard, ...extras } = owner === 'user' ? userFields(given) : given;
  const metadata = db.reader.getMetadata(target);
  const columns = metadata.columns.filter(({ propertyName }) => !hidden?.includes(propertyName));
  const names = new Set(columns.map(({ propertyName }) => propertyName));
  const filters = columns.map((column) => [column.propertyName, filterField(setting.name, column)] as const);
  return {
    ...extras,
    menu,
    guard: guard ?? (owner === 'user' ? ofUsers(names, sharedWithAgencies) : guards[owner]),
    isSetting: true,
    table: metadata.tableName,
    key: 'id',
    labels: {
      ...(names.has('productId') && {
        product: { id: 'e.product_id', table: 'product', column: 'product_name' },
      }),
      ...extras.labels,
    },
    fields: {
      ...Object.fromEntries(columns.map((column) => [column.propertyName, sourceField(column)])),
      ...extras.fields,
    },
    filters: {
      ...Object.fromEntries(filters.filter((entry): entry is [string, FilterField] => entry[1] !== null)),
      ...extras.filters,
    },
  };
}

/** Creates the list service of a setting. */
export function settingService(db: Database, setting: SettingDefinition, urls: Urls): ListService {
  const { service: Service = ListService } = setting;
  return new Service(db, () => listDefinitionOf(db, setting, urls));
}
