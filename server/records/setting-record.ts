import { settingDefinitions, type Field } from '../../shared/settings';
import type { Setting } from '../db/columns';
import type { Database } from '../db/database';
import { oneOf } from '../db/condition';
import { ofProducts } from './visibility';
import type { ListSpec } from './list-spec';
import { ListService } from './list.service';
import { settingSpec } from './setting-spec';
import type { Values, WriteSpec } from './write/write-spec';

/** Type of a field in the APIs; `?` marks it nullable. */
export type FieldType = ScalarFieldType | `${ScalarFieldType}?` | 'int[]';
export type ScalarFieldType = 'text' | 'int' | 'float' | 'bool' | 'day' | 'instant' | 'label';

/** A list of entries with the name of their type; shared/settings holds their rules. */
export interface EntryListType {
  readonly entry: string;
  readonly fields: Readonly<Record<string, FieldType>>;
}

export type VisibleFields = Readonly<Record<string, FieldType | EntryListType>>;

/** Base URL of the tracking server. */
export interface Urls {
  readonly trackerUrl: string;
}

/**
 * Definition of a setting. Its list, details, writes, GraphQL types, REST endpoints and files are
 * generated.
 * shared/settings holds its fields and their rules under the name of `entity`.
 */
export interface SettingRecord<E extends Setting = Setting, V = Values> extends WriteSpec<E, V> {
  /** Type name, if it differs from the entity's name. */
  readonly typeName?: string;
  /**
   * Visible fields; defaults to id, owner and the entity's fields in order. Timestamps and version always come
   * last.
   */
  readonly fields?: VisibleFields;
  /** Fields that the list can be filtered by; defaults to id, company and the entity's fields. */
  readonly filters?: readonly string[];
  /** Input fields beyond the entity's own fields. */
  readonly input?: Readonly<Record<string, FieldType>>;
  /** Supported operations; defaults to all. */
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'>;
  /** Whether products narrow the list though it belongs to none: the list of products itself. */
  readonly byProduct?: true;
  /** SQL of the texts that a keyword searches. */
  readonly keyword?: ListSpec['keyword'];
  /** Visible rows, if not all of the actor's products or company. */
  readonly guard?: ListSpec['guard'];
  /** The list service, if the list has more than the table's columns. */
  readonly service?: (db: Database, urls: Urls) => ListService;
}

/** API names of a setting. */
export interface SettingNames {
  /** Type name, also used in mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  /** Name of the query for a single record. */
  readonly one: string;
}

export function namesOf({ entity, typeName }: Pick<SettingRecord, 'entity' | 'typeName'>): SettingNames {
  const name = typeName ?? entity;
  return {
    type: name.charAt(0).toUpperCase() + name.slice(1),
    one: name.charAt(0).toLowerCase() + name.slice(1),
  };
}

const guards: Readonly<Record<SettingRecord['owner'], ListSpec['guard']>> = {
  product: (actor, _grant, products) => [ofProducts(actor, products)],
  company: (actor) => [oneOf('e.company_id', [actor.companyId])],
  self: (actor) => [oneOf('e.id', [actor.companyId])],
};

/** Creates the list service of a setting. */
export function settingService(db: Database, record: SettingRecord, urls: Urls): ListService {
  const { target, menu, owner, keyword, guard = guards[owner], service } = record;
  return service
    ? service(db, urls)
    : new ListService(db, () => settingSpec(db, target, { menu, guard, keyword }));
}

const fieldTypes: Readonly<Partial<Record<Field['kind'], ScalarFieldType>>> = {
  integer: 'int',
  choice: 'int',
  ref: 'int',
  money: 'float',
  number: 'float',
  flag: 'bool',
  day: 'day',
};

const rulesOf = ({ entity }: SettingRecord): [string, Field][] =>
  Object.entries<Field>(settingDefinitions[entity].fields);
const isColumn = ([, { kind }]: [string, Field]): boolean =>
  kind !== 'list' && kind !== 'refs' && kind !== 'keys';

/**
 * Returns the visible fields of a setting. A field that is required or has a default is never null. The product
 * id is followed by the product's name.
 */
export function visibleFields(record: SettingRecord): VisibleFields {
  const { owner, fields } = record;
  const own = rulesOf(record)
    .filter(isColumn)
    .map(([name, { kind, required, absent }]): [string, FieldType] => {
      const type = fieldTypes[kind] ?? 'text';
      return [name, required || absent !== null ? type : `${type}?`];
    });
  const visible: VisibleFields = fields ?? {
    id: 'int',
    ...(owner === 'product' && { productId: 'int' }),
    ...(owner === 'company' && { companyId: 'int' }),
    ...Object.fromEntries(own),
  };
  return {
    ...Object.fromEntries(
      Object.entries(visible).flatMap(([name, type]) =>
        name === 'productId'
          ? ([
              [name, type],
              ['product', 'label'],
            ] as const)
          : ([[name, type]] as const),
      ),
    ),
    createdAt: 'instant',
    updatedAt: 'instant',
    version: 'int',
  };
}

/** Returns the fields that the list can be filtered by. */
export const filterNames = (record: SettingRecord): readonly string[] =>
  record.filters ?? [
    'id',
    ...(record.owner === 'company' ? ['companyId'] : []),
    ...rulesOf(record)
      .filter(isColumn)
      .map(([name]) => name),
  ];

/** Returns whether the setting can be deleted. */
export const isDeletable = ({ only }: Pick<SettingRecord, 'only'>): boolean =>
  only?.includes('delete') ?? true;
