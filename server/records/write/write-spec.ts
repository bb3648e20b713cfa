import type { Grant, RightKey } from '../../../shared/catalog';
import type { settingDefinitions, SettingName, Values as FieldValues } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import type { FailureMessage } from '../../auth/failure';
import type { Setting } from '../../db/columns';
import type { Tx } from '../../db/database';
import type { WriteContext } from '../audit/record';

/** Input values by camelCase field name. */
export type Input = UnknownRecord;
/** Values of any entity by camelCase field name. */
export type Values = Record<string, unknown>;
/** The validated values of an entity's fields. */
export type EntityValues<N extends SettingName> = FieldValues<(typeof settingDefinitions)[N]['fields']>;

/**
 * A field stored in a separate table.
 * The field's validation guarantees the type `T`. These are methods because method parameters are bivariant,
 * which lets parts of all types share one record.
 */
export interface Part<T = unknown> {
  /** Reads the values of many owners, by owner id; owners without a value may be missing. */
  read(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, T>>;
  /** Stores the value of one owner, replacing the previous one; undefined for a new owner. */
  write(tx: Tx, id: number, value: T, before: T | undefined): Promise<void>;
  /** Removes the values of an owner that is about to be deleted. */
  remove(tx: Tx, id: number): Promise<void>;
}

/** Rows that may depend on a row and then prevent its deletion. */
export interface Dependent {
  readonly kind: DependentKind;
  /** SQL that counts the rows depending on `:id`; `:product` is its product. */
  readonly sql: string;
}

export const dependentKinds = [
  'ad',
  'redirect',
  'user',
  'interaction',
  'access',
  'conversion',
  'result',
  'mediaCost',
] as const;
export type DependentKind = (typeof dependentKinds)[number];

/** A change in progress, with current and new values. */
export interface Change<E extends Setting, V = Values> {
  readonly context: WriteContext;
  /** Null for a new row. */
  readonly current: { readonly row: E; readonly values: V } | null;
  /** The input as sent. */
  readonly input: Input;
  /** All values after the change; custom rules may fill in more. */
  readonly values: V;
  readonly productId: number | null;
}

/** Error messages by field. */
export type Wrong = Record<string, FailureMessage>;

/**
 * The entity-specific parts of writing; shared/settings holds the fields and their rules.
 * Validation guarantees the type `V`. Callbacks for a change are methods because method parameters are
 * bivariant, which lets one service write all entities.
 */
export interface WriteSpec<E extends Setting = Setting, V = Values> {
  /** Name of its rules and of its entries in the audit trail. */
  readonly entity: SettingName;
  readonly target: new () => E;
  /** The menu whose edit right is required. */
  readonly menu: RightKey;
  readonly owner: 'product' | 'company' | 'self';
  /** The field that labels a row. */
  readonly title: string;
  readonly parts?: Readonly<Record<string, Part>>;
  /** Fields that must be unique together within the product; the error names the last one. */
  readonly unique?: readonly string[];
  readonly dependents?: readonly Dependent[];
  /**
   * Returns the right to change the row with this id (null: to create one), if the menu's right is not enough.
   * @throws FORBIDDEN
   */
  readonly right?: (actor: Actor, id: number | null) => Grant;
  /** Derives the product of a new row if the input names none. */
  readonly productOf?: (tx: Tx, actor: Actor, input: Input) => Promise<number | null>;
  /** Returns the address in `webhookUrl` that this server calls. */
  calledUrl?(values: V): unknown;
  /** Applies rules that need the database or the actor: completes the values or returns errors. */
  validate?(change: Change<E, V>): Promise<Wrong> | Wrong;
  /** Sets columns that are not fields before the row is saved. */
  complete?(row: E, change: Change<E, V>): Promise<void> | void;
  /** Runs further effects of a saved change, in the same transaction. */
  saved?(row: E, change: Change<E, V>): Promise<void>;
  /** Checks entity-specific reasons against deletion. @throws CONFLICT */
  beforeRemove?(row: E, context: WriteContext): Promise<void>;
  /** Returns the actor with the rights that the new row grants. */
  readonly afterCreate?: (actor: Actor, id: number) => Actor;
}
