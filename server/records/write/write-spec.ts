import type { Grant, RightKey } from '../../../shared/catalog';
import type { entities, EntityName, Values as FieldValues } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import type { FailureMessage } from '../../auth/failure';
import type { Setting } from '../../db/columns';
import type { Tx } from '../../db/database';
import type { Writing } from '../audit/record';

/** What was sent, by camelCase field name. */
export type Input = UnknownRecord;
/** Values by camelCase field name, of whichever entity. */
export type Values = Record<string, unknown>;
/** The values of an entity's fields, as they are judged and stored. */
export type EntityValues<N extends EntityName> = FieldValues<(typeof entities)[N]['fields']>;

/**
 * A field that is kept in rows of its own. What `T` says of its values holds because the field's rules have judged
 * them; these are methods, so that parts of all fields stand in one record.
 */
export interface Part<T = unknown> {
  /** The values of many owners, by their id; an owner without one may be missing. */
  read(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, T>>;
  /** Stores the value of one owner, replacing what it had; a new owner had none. */
  write(tx: Tx, id: number, value: T, before: T | undefined): Promise<void>;
  /** Removes everything of an owner that is about to be deleted. */
  remove(tx: Tx, id: number): Promise<void>;
}

/** Something that may hang on a row: then it can't be deleted. */
export interface Dependent {
  readonly kind: DependentKind;
  /** Counts what hangs on `:id`; `:product` stands for its product. */
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

/** One change under way: what stands, and what it shall become. */
export interface Change<E extends Setting, V = Values> {
  readonly writing: Writing;
  /** Null for a new one. */
  readonly current: { readonly row: E; readonly values: V } | null;
  /** What was sent. */
  readonly input: Input;
  /** All values as they shall be; a special rule may fill in more. */
  readonly values: V;
  readonly productId: number | null;
}

/** Messages by field. */
export type Wrong = Record<string, FailureMessage>;

/**
 * All that is special to writing an entity; the fields and their rules stand in shared/entities.
 * What `V` says of the values holds because these rules have judged them; what is told of a change are methods, so
 * that one service writes all entities.
 */
export interface WriteSpec<E extends Setting = Setting, V = Values> {
  /** Names its rules and its entries of the audit trail. */
  readonly entity: EntityName;
  readonly target: new () => E;
  /** The menu whose right it takes. */
  readonly menu: RightKey;
  readonly owner: 'product' | 'company' | 'self';
  /** The field that people know it by. */
  readonly title: string;
  readonly parts?: Readonly<Record<string, Part>>;
  /** Fields that must be unique together within the product; the last one is named in the refusal. */
  readonly unique?: readonly string[];
  readonly dependents?: readonly Dependent[];
  /** The right to change the row with this id (null: to make one), where the menu's is not all. @throws FORBIDDEN */
  readonly right?: (actor: Actor, id: number | null) => Grant;
  /** The product of a new row, where it is not sent. */
  readonly productOf?: (tx: Tx, actor: Actor, input: Input) => Promise<number | null>;
  /** The address in `webhookUrl`, where this server calls it of itself. */
  calls?(values: V): unknown;
  /** Rules that need the database or the actor: completes the values, or says what is wrong with them. */
  judge?(change: Change<E, V>): Promise<Wrong> | Wrong;
  /** Columns that are no fields, set before the row is saved. */
  complete?(row: E, change: Change<E, V>): Promise<void> | void;
  /** What else follows from a saved change, in the same transaction. */
  saved?(row: E, change: Change<E, V>): Promise<void>;
  /** What else speaks against deleting. @throws CONFLICT */
  beforeRemove?(row: E, writing: Writing): Promise<void>;
  /** The actor as they are once the row exists, where that opens something to them. */
  readonly afterCreate?: (actor: Actor, id: number) => Actor;
}
