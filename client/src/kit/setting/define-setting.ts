import type { RightKey } from '../../../../shared/catalog';
import { routes } from '../../../../shared/catalog/menus';
import { keysOf, type UnknownRecord } from '../../../../shared/records';
import { rulesOf, type SettingName } from '../../../../shared/settings';
import type { SettingKind } from '../../generated/graphql';
import type { Entity } from '../form/use-entity-form';
import { columnsOf, type ColumnsOf } from '../list/columns';
import {
  listSource,
  productListSource,
  type ListHook,
  type ListPage,
  type ListColumn,
  type ListVariables,
} from '../list/list-source';
import type { Setting } from './setting';
import { recordSource, createRemove, createSave, type MutationHook, type RecordHook } from './sources';

/** A setting as generated documents return it. */
type Stored = Entity & UnknownRecord;

/** Result of a query or mutation with a single field. */
type Answer<Data> = Data[keyof Data];
type ListOf<List> = { readonly [name in keyof List]: ListPage<Stored> };
type RowOf<List extends ListOf<List>> = Answer<List>['results'][number];

/** List hook of a setting: of the active product, or independent of products. */
type ListHooks<List> =
  | { productList: ListHook<List, ListVariables & { productId: number }> }
  | { list: ListHook<List, ListVariables> };

/** Entry of a setting in `generated/settings.ts`: the other four hooks of its documents, and its REST path. */
interface Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed> {
  one: RecordHook<One>;
  create: MutationHook<Created, { input: CreateInput }>;
  update: MutationHook<Updated, { id: number; input: UpdateInput }>;
  remove: MutationHook<Removed, { id: number; version?: number | null | undefined }>;
  restPath: string;
  dependents?: SettingKind;
}

/** Entry of any setting in `generated/settings.ts`. */
export type SettingDocuments = ListHooks<Record<string, ListPage<Stored>>> &
  Hooks<Record<string, Stored>, Record<string, Stored>, never, Record<string, Stored>, never, unknown>;

/** Declarative part of a setting: everything except its data access; columns are built with the kit's. */
type SettingData<Row extends Entity, One extends Entity> = Omit<
  Setting<Row, One>,
  | ('route' | 'path' | 'right' | 'restPath' | 'dependents' | 'columns' | 'nameOf')
  | ('perProduct' | 'useRows' | 'useOne' | 'useSave' | 'useRemove')
> & {
  /** Key of the list's route; defaults to the key of the texts. */
  route?: string;
  /** Defaults to all fields of text, number, day and yes or no, and the times. */
  columns?: (column: ColumnsOf<Row>) => readonly ListColumn<Row>[];
  /** Defaults to the first field. */
  nameOf?: (row: Row | One) => string;
};

/** Returns path and right of a setting's list. @throws Error if no route has the key */
function listRoute(key: string): { route: string; path: string; right: RightKey } {
  const { path, right } = routes.find((route) => route.key === key) ?? {};
  if (path === undefined || !right) throw new Error(`shared/catalog/menus.ts has no setting ${key}`);
  return { route: key, path, right };
}

/** Returns the field that names a setting. */
const nameField = (entity: SettingName): string => keysOf(rulesOf(entity).fields)[0] ?? 'id';

/** Returns the columns of a setting that declares none. */
function standardColumns<Row extends Stored>(entity: SettingName): ListColumn<Row>[] {
  const column = columnsOf<Stored>(entity);
  return [
    column.id({ hidden: true }),
    ...Object.entries(rulesOf(entity).fields).flatMap(([name, { kind }]) => {
      if (name === nameField(entity)) return column.name(name);
      if (kind === 'flag') return column.flag(name);
      if (kind === 'day') return column.day(name);
      if (kind === 'money') return column.yen(name);
      if (kind === 'integer' || kind === 'number') return column.number(name);
      if (kind === 'text' || kind === 'email' || kind === 'url') return column.text(name);
      if (kind === 'domain') return column.text(name, { width: 280 });
      return kind === 'long_text' ? column.text(name, { width: 360 }) : [];
    }),
    column.time('createdAt', { hidden: true }),
    column.time('updatedAt'),
  ];
}

/**
 * Creates a setting from its entry in `generated/settings.ts` and its declarative part. Each document selects
 * a single field, so the results need no names.
 */
export const defineSetting = <
  List extends ListOf<List>,
  One extends { readonly [name in keyof One]: Stored },
  Created extends { readonly [name in keyof Created]: Answer<One> },
  CreateInput,
  Updated extends { readonly [name in keyof Updated]: Answer<One> },
  UpdateInput,
  Removed,
>(
  hooks: ListHooks<List> & Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed>,
  { route, columns, ...data }: SettingData<RowOf<List>, Answer<One>>,
): Setting<RowOf<List>, Answer<One>> => {
  const { entity } = data.form;
  const perProduct = 'productList' in hooks;
  return {
    nameOf: (row) => String(row[nameField(entity)]),
    ...data,
    ...listRoute(route ?? data.key),
    restPath: hooks.restPath,
    dependents: hooks.dependents,
    perProduct,
    columns: columns?.(columnsOf<RowOf<List>>(entity)) ?? standardColumns(entity),
    useRows: 'productList' in hooks ? productListSource(hooks.productList) : listSource(hooks.list),
    useOne: recordSource(hooks.one),
    useSave: createSave(hooks.create, hooks.update, { perProduct }),
    useRemove: createRemove(hooks.remove),
  };
};
