import type { Entity } from '../form/use-entity-form';
import { columnsOf, type ColumnsOf } from '../list/columns';
import { listSource, productListSource, type ListHook, type ListPage } from '../list/list-source';
import type { ListColumn, ListVariables } from '../list/types';
import type { Resource } from './setting';
import { oneSource, remover, saver, type MutationHook, type OneHook } from './sources';

/** What a query or a mutation answers under its one name. */
type Answer<Data> = Data[keyof Data];
type ListOf<List> = { readonly [name in keyof List]: ListPage<Entity> };
type RowOf<List extends ListOf<List>> = Answer<List>['results'][number];

/** The hook of a setting's list: of what belongs to the active product, or of what belongs to none. */
type ListHooks<List> =
  | { productList: ListHook<List, ListVariables & { productId: number }> }
  | { list: ListHook<List, ListVariables> };

/** The other four hooks that are generated from a setting's documents. */
interface Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed> {
  one: OneHook<One>;
  create: MutationHook<Created, { input: CreateInput }>;
  update: MutationHook<Updated, { id: number; input: UpdateInput }>;
  remove: MutationHook<Removed, { id: number; version?: number | null | undefined }>;
}

/** A resource as data: all but how it is read and changed, and its columns over the kit's. */
type ResourceData<Row extends Entity, One extends Entity> = Omit<
  Resource<Row, One>,
  'perProduct' | 'useRows' | 'useOne' | 'useSave' | 'useRemove' | 'columns'
> & {
  columns: (column: ColumnsOf<Row>) => readonly ListColumn<Row>[];
};

/**
 * Wires a setting: its five generated hooks, and what it is as data. Each of the documents asks for one field, so
 * the answers need no names.
 */
export const wired = <
  List extends ListOf<List>,
  One extends { readonly [name in keyof One]: Entity },
  Created extends { readonly [name in keyof Created]: Answer<One> },
  CreateInput,
  Updated extends { readonly [name in keyof Updated]: Answer<One> },
  UpdateInput,
  Removed,
>(
  hooks: ListHooks<List> & Hooks<One, Created, CreateInput, Updated, UpdateInput, Removed>,
  data: ResourceData<RowOf<List>, Answer<One>>,
): Resource<RowOf<List>, Answer<One>> => ({
  ...data,
  perProduct: 'productList' in hooks,
  columns: data.columns(columnsOf<RowOf<List>>(data.form.entity)),
  useRows: 'productList' in hooks ? productListSource(hooks.productList) : listSource(hooks.list),
  useOne: oneSource(hooks.one),
  useSave: saver(hooks.create, hooks.update, { perProduct: 'productList' in hooks }),
  useRemove: remover(hooks.remove),
});
