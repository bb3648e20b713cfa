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

/** Result of a query or mutation with a single field. */
type Answer<Data> = Data[keyof Data];
type ListOf<List> = { readonly [name in keyof List]: ListPage<Entity> };
type RowOf<List extends ListOf<List>> = Answer<List>['results'][number];

/** List hook of a setting: of the active product, or independent of products. */
type ListHooks<List> =
  | { productList: ListHook<List, ListVariables & { productId: number }> }
  | { list: ListHook<List, ListVariables> };

/** The four other hooks generated from a setting's documents. */
interface Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed> {
  one: RecordHook<One>;
  create: MutationHook<Created, { input: CreateInput }>;
  update: MutationHook<Updated, { id: number; input: UpdateInput }>;
  remove: MutationHook<Removed, { id: number; version?: number | null | undefined }>;
}

/** Declarative part of a setting: everything except its data access; columns are built with the kit's. */
type SettingData<Row extends Entity, One extends Entity> = Omit<
  Setting<Row, One>,
  'perProduct' | 'useRows' | 'useOne' | 'useSave' | 'useRemove' | 'columns'
> & {
  columns: (column: ColumnsOf<Row>) => readonly ListColumn<Row>[];
};

/**
 * Creates a setting from its five generated hooks and its declarative part. Each document selects a single
 * field, so the results need no names.
 */
export const defineSetting = <
  List extends ListOf<List>,
  One extends { readonly [name in keyof One]: Entity },
  Created extends { readonly [name in keyof Created]: Answer<One> },
  CreateInput,
  Updated extends { readonly [name in keyof Updated]: Answer<One> },
  UpdateInput,
  Removed,
>(
  hooks: ListHooks<List> & Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed>,
  data: SettingData<RowOf<List>, Answer<One>>,
): Setting<RowOf<List>, Answer<One>> => ({
  ...data,
  perProduct: 'productList' in hooks,
  columns: data.columns(columnsOf<RowOf<List>>(data.form.entity)),
  useRows: 'productList' in hooks ? productListSource(hooks.productList) : listSource(hooks.list),
  useOne: recordSource(hooks.one),
  useSave: createSave(hooks.create, hooks.update, { perProduct: 'productList' in hooks }),
  useRemove: createRemove(hooks.remove),
});
