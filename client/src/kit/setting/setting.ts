import type { ReactNode } from 'react';
import type { RightKey } from '../../../../shared/catalog';
import type { SettingKind } from '../../generated/graphql';
import type { ja } from '../../../../shared/i18n/ja';
import type { EntityFormDefinition } from '../form/form-definition';
import type { Entity } from '../form/use-entity-form';
import type { FormValues } from '../form/values';
import type { FilterSpec } from '../list/filters';
import type { RowAction } from '../list/row-actions';
import type { ListSource } from '../list/list-source';
import type { Chosen, ListColumn, ListVariables } from '../list/types';
import type { Once } from '../once';
import type { Session } from '../../session/session-context';

/** Key under which a setting's own words stand in `settings.resource`. */
export type ResourceKey = keyof typeof ja.settings.resource;

/** What a query of one setting answers. */
export interface OneAnswer<One> {
  one: One | undefined;
  error: unknown;
  refetch: () => Promise<One | undefined>;
}

/** A setting that is managed: its list, its form, and how it is read and changed. A screen is one of these. */
export interface Resource<Row extends Entity, One extends Entity> {
  key: ResourceKey;
  /** Path of its list; `{path}/{id}` is its page. */
  path: string;
  right: RightKey;
  form: EntityFormDefinition;
  columns: readonly ListColumn<Row>[];
  useRows: ListSource<Row>;
  /** What the list can be narrowed by. */
  filters?: readonly FilterSpec[];
  /** Reads one anew; nothing while the id is undefined. */
  useOne: (id: number | undefined) => OneAnswer<One>;
  useSave: () => (one: Entity | undefined, input: FormValues, productId: number, once?: Once) => Promise<One>;
  useRemove: () => (row: Entity) => Promise<unknown>;
  nameOf: (row: Row | One) => string;
  /** Whether whoever may edit in its menu may change this one; yes unless said. */
  mayChange?: (row: Row | One) => boolean;
  /** Its kind where the server tells what depends on it. */
  dependents?: SettingKind;
  /** Where adding and editing happen: over the list unless said, or on a page of its own. */
  opens?: 'dialog' | 'page';
  /** One has a page at `{path}/{id}`; so it is unless said. */
  hasPage?: false;
  /** Has a status, so that it can be made invalid where it can't be deleted. */
  hasStatus?: boolean;
  /** Belongs to one product; so it is unless said. */
  perProduct?: boolean;
  /** REST path, for downloads. */
  restPath: string;
  /** Values that a new one begins with. */
  preset?: (parameters: URLSearchParams, session: Session) => FormValues;
  /** The next useful step after saving, which may be another for one that was just added. */
  nextStep?: (one: One, added: boolean) => ReactNode;
  /** Stands below the fields of one that exists: its tags and links. */
  belowForm?: (one: One) => ReactNode;
  /** Stands at the right of the page of one that exists. */
  aside?: (one: One) => ReactNode;
  /** Conditions that the list always has. */
  fixedFilter?: NonNullable<ListVariables['filter']>;
  rowActions?: readonly RowAction<Row>[];
  bulk?: (chosen: Chosen, done: () => void) => ReactNode;
}

/** What of a setting its dialog needs. */
export type FormResource<One extends Entity> = Pick<
  Resource<Entity, One>,
  'key' | 'perProduct' | 'form' | 'useOne' | 'useSave' | 'preset' | 'nextStep' | 'belowForm'
> & { nameOf: (one: One) => string };
