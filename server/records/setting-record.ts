import { entities, type Field } from '../../shared/settings';
import type { Setting } from '../db/columns';
import type { Database } from '../db/database';
import { oneOf } from './condition';
import { ofProducts } from './visibility';
import type { ListSpec } from './list-spec';
import { ListService } from './list.service';
import { settingSpec } from './setting-spec';
import type { Values, WriteSpec } from './write/write-spec';

/** The type of a field as the doors show it; with `?` it may have no value. */
export type Shown = ShownType | `${ShownType}?` | 'int[]';
export type ShownType = 'text' | 'int' | 'float' | 'bool' | 'day' | 'instant' | 'label';

/** A list of entries, under the name of their type; its rules stand in shared/entities. */
export interface ShownEntries {
  readonly entry: string;
  readonly fields: Readonly<Record<string, Shown>>;
}

export type ShownFields = Readonly<Record<string, Shown | ShownEntries>>;

/** What the tracking side is reached by. */
export interface Urls {
  readonly trackerUrl: string;
}

/**
 * A setting: one record, from which its list, details, writes, GraphQL types, REST doors and files follow. Its fields
 * and their rules stand in shared/entities under the name of `entity`; what is special to writing it, in WriteSpec.
 */
export interface SettingRecord<E extends Setting = Setting, V = Values> extends WriteSpec<E, V> {
  /** Name of its type, where that is not its entity's. */
  readonly called?: string;
  /** What is shown of it, where that is not its id, its owner and its fields in their order; how old it is comes last. */
  readonly fields?: ShownFields;
  /** Fields that the list can be filtered by; its id, its company and all its own unless said. */
  readonly filters?: readonly string[];
  /** What can be sent of it beside its own fields. */
  readonly input?: Readonly<Record<string, Shown>>;
  /** What can be done with it; all unless said. */
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'>;
  /** Whether its list is narrowed by products though it belongs to none: products themselves. */
  readonly byProduct?: true;
  /** SQL of the texts that a keyword is looked for in. */
  readonly keyword?: ListSpec['keyword'];
  /** Which rows an actor may see, where that is not all of their products or of their company. */
  readonly guard?: ListSpec['guard'];
  /** The list of it, where it is more than its columns. */
  readonly service?: (db: Database, urls: Urls) => ListService;
}

/** What the doors call a setting. */
export interface SettingNames {
  /** Its type, and its mutations: `createAd`, `updateAd`, `deleteAd`. */
  readonly type: string;
  /** The query of one. */
  readonly one: string;
}

export function namesOf({ entity, called }: Pick<SettingRecord, 'entity' | 'called'>): SettingNames {
  const name = called ?? entity;
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

/** The list of a setting. */
export function settingService(db: Database, record: SettingRecord, urls: Urls): ListService {
  const { target, menu, owner, keyword, guard = guards[owner], service } = record;
  return service
    ? service(db, urls)
    : new ListService(db, () => settingSpec(db, target, { menu, guard, keyword }));
}

const shownTypes: Readonly<Partial<Record<Field['kind'], ShownType>>> = {
  integer: 'int',
  choice: 'int',
  ref: 'int',
  money: 'float',
  number: 'float',
  flag: 'bool',
  day: 'day',
};

const rulesOf = ({ entity }: SettingRecord): [string, Field][] =>
  Object.entries<Field>(entities[entity].fields);
const isColumn = ([, { kind }]: [string, Field]): boolean =>
  kind !== 'list' && kind !== 'refs' && kind !== 'keys';

/** What is shown of a setting: a field that is required, or has a value where none is given, is never empty. Its product is named where its id is. */
export function shownFields(record: SettingRecord): ShownFields {
  const { owner, fields } = record;
  const own = rulesOf(record)
    .filter(isColumn)
    .map(([name, { kind, required, absent }]): [string, Shown] => {
      const type = shownTypes[kind] ?? 'text';
      return [name, required || absent !== null ? type : `${type}?`];
    });
  const shown: ShownFields = fields ?? {
    id: 'int',
    ...(owner === 'product' && { productId: 'int' }),
    ...(owner === 'company' && { companyId: 'int' }),
    ...Object.fromEntries(own),
  };
  return {
    ...Object.fromEntries(
      Object.entries(shown).flatMap(([name, type]) =>
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

/** The fields that a list of it can be filtered by. */
export const shownFilters = (record: SettingRecord): readonly string[] =>
  record.filters ?? [
    'id',
    ...(record.owner === 'company' ? ['companyId'] : []),
    ...rulesOf(record)
      .filter(isColumn)
      .map(([name]) => name),
  ];

/** Whether it can be deleted. */
export const isDeletable = ({ only }: Pick<SettingRecord, 'only'>): boolean =>
  only?.includes('delete') ?? true;
