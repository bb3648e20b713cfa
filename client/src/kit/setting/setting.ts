import type { ReactNode } from 'react';
import type { RightKey } from '../../../../shared/catalog';
import type { SettingKind } from '../../generated/graphql';
import type { JapaneseTexts } from '../../../../shared/i18n/generated';
import type { EntityFormDefinition, FormValues } from '../form/form-definition';
import type { Entity } from '../form/use-entity-form';
import type { FilterSpec } from '../list/filters';
import type { RowAction } from '../list/row-actions';
import type { ListSource, Chosen, ListColumn, ListVariables } from '../list/list-source';
import type { IdempotencyContext } from '../once';
import type { Session } from '../../session/session-context';

/** Key of a setting's texts in `setting`. */
export type SettingKey = keyof JapaneseTexts['setting'];

/** Result of a query for one setting. */
export interface RecordResult<One> {
  one: One | undefined;
  error: unknown;
  refetch: () => Promise<One | undefined>;
}

/**
 * Definition of a managed setting: its list, its form, and how to read and change it. A screen is one of
 * these.
 */
export interface Setting<Row extends Entity, One extends Entity> {
  key: SettingKey;
  /** Key of the list's route, and of its title in `menu`. */
  route: string;
  /** Path of the list; `{path}/{id}` is the detail page. */
  path: string;
  right: RightKey;
  form: EntityFormDefinition;
  columns: readonly ListColumn<Row>[];
  useRows: ListSource<Row>;
  /** Filters of the list. */
  filters?: readonly FilterSpec[];
  /** Loads one record from the server; nothing while the id is undefined. */
  useOne: (id: number | undefined) => RecordResult<One>;
  useSave: () => (
    one: Entity | undefined,
    input: FormValues,
    productId: number,
    once?: IdempotencyContext,
  ) => Promise<One>;
  useRemove: () => (row: Entity) => Promise<unknown>;
  nameOf: (row: Row | One) => string;
  /** Whether a user with the edit right may change this record; defaults to true. */
  mayChange?: (row: Row | One) => boolean;
  /** Whether they may delete it; defaults to `mayChange`. */
  mayRemove?: (row: Row | One) => boolean;
  /** Kind of the setting, if the server reports what depends on it. */
  dependents?: SettingKind | undefined;
  /** Where records are added and edited: in a dialog over the list (default) or on a separate page. */
  opens?: 'dialog' | 'page';
  /** False if records have no page at `{path}/{id}`. */
  hasPage?: false;
  /** Whether records have a status and can be invalidated if they can't be deleted. */
  hasStatus?: boolean;
  /** Whether records belong to a product; defaults to true. */
  perProduct?: boolean;
  /** REST path, for downloads. */
  restPath: string;
  /** Initial values of a new record. */
  preset?: (parameters: URLSearchParams, session: Session) => FormValues;
  /** Next step after saving, which may differ for a new record. */
  nextStep?: (one: One, added: boolean) => ReactNode;
  /** Content below the fields of an existing record: its tags and links. */
  belowForm?: (one: One) => ReactNode;
  /** Content on the right of an existing record's page. */
  aside?: (one: One) => ReactNode;
  /** Conditions that the list always applies. */
  fixedFilter?: NonNullable<ListVariables['filter']>;
  rowActions?: readonly RowAction<Row>[];
  bulk?: (chosen: Chosen, done: () => void) => ReactNode;
}

/** Part of a setting's definition that its dialog needs. */
export type SettingForm<One extends Entity> = Pick<
  Setting<Entity, One>,
  'key' | 'perProduct' | 'form' | 'useOne' | 'useSave' | 'preset' | 'nextStep' | 'belowForm'
> & { nameOf: (one: One) => string };
