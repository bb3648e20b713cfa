import type { Grant, RightKey } from '../../shared/catalog';
import type { settingRules, SettingName, Values as FieldValues } from '../../shared/settings';
import type { UnknownRecord } from '../../shared/records';
import type { Actor } from '../auth/actor';
import type { FailureMessage } from '../auth/failure';
import type { SealedSecrets } from '../auth/second-factor/sealed-secrets';
import type { Setting } from '../db/columns';
import type { Database, Tx } from '../db/database';
import type { WriteContext } from './audit/record';
import type { ListDefinition, ListExtras } from './list-definition';
import type { ListService } from './list.service';

/** Input values by camelCase field name. */
export type Input = UnknownRecord;
/** Values of any setting by camelCase field name. */
export type Values = Record<string, unknown>;
/** The validated values of a setting's fields. */
export type SettingValues<N extends SettingName> = FieldValues<(typeof settingRules)[N]['fields']>;

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
  /** Log that it counts day by day. */
  readonly log?: string;
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
  'target',
  'experiment',
] as const;
export type DependentKind = (typeof dependentKinds)[number];

/** Encrypts and decrypts secrets by a key outside the database. */
export type SecretBox = Pick<SealedSecrets, 'seal' | 'open'>;

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
  /** Encrypts secrets of the setting. */
  readonly secrets: SecretBox;
}

/** Error messages by field. */
export type Wrong = Record<string, FailureMessage>;

/** Type of a field in the APIs; `?` marks it nullable. */
export type FieldType = ScalarFieldType | `${ScalarFieldType}?` | 'int[]';
export type ScalarFieldType = 'text' | 'int' | 'float' | 'bool' | 'day' | 'instant' | 'label' | 'textMap';

/** A list of entries with the name of their type; shared/settings holds their rules. */
export interface EntryListType {
  readonly entry: string;
}

export type VisibleFields = Readonly<Record<string, FieldType | EntryListType>>;

/** Base URL of the tracking server. */
export interface Urls {
  readonly trackerUrl: string;
}

/**
 * Definition of a setting. Its list, details, writes, GraphQL types, REST endpoints and files are
 * generated. shared/settings holds its fields and their rules under the same name.
 * Validation guarantees the type `V`. Callbacks for a change are methods because method parameters are
 * bivariant, which lets one service write all settings.
 */
export interface SettingDefinition<E extends Setting = Setting, V = Values> {
  /** Name of its rules and of its entries in the audit trail. */
  readonly name: SettingName;
  readonly target: new () => E;
  /** The menu whose right is required; null: every signed-in user has access. */
  readonly menu: RightKey | null;
  /** The right in the menu that a change requires; defaults to edit. */
  readonly needs?: 'view';
  /** Rows of a user belong to their company too, and to a product if the input names one. */
  readonly owner: 'product' | 'company' | 'self' | 'user';
  /** The field that labels a row. */
  readonly title: string;
  readonly parts?: Readonly<Record<string, Part>>;
  /** Fields that the audit trail leaves out. */
  readonly unaudited?: readonly string[];
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
  /** Returns the address that this server calls. */
  calledUrl?(values: V): unknown;
  /** Its field; defaults to `webhookUrl`. */
  readonly calledField?: string;
  /** Applies rules that need the database or the actor: completes the values or returns errors. */
  validate?(change: Change<E, V>): Promise<Wrong> | Wrong;
  /** Sets columns that are not fields before the row is saved. */
  complete?(row: E, change: Change<E, V>): Promise<void> | void;
  /** Runs further effects of a saved change, in the same transaction. */
  saved?(row: E, change: Change<E, V>): Promise<void>;
  /** Checks further reasons against deletion. @throws CONFLICT */
  beforeRemove?(row: E, context: WriteContext): Promise<void>;
  /** Returns the actor with the rights that the new row grants. */
  readonly afterCreate?: (actor: Actor, id: number) => Actor;
  /** Type name, if it differs from the name. */
  readonly typeName?: string;
  /**
   * Visible fields; defaults to id, owner and the setting's fields in order. Timestamps and version always come
   * last.
   */
  readonly fields?: VisibleFields;
  /** Fields that the list can be filtered by; defaults to id, company and the setting's fields. */
  readonly filters?: readonly string[];
  /** Input fields beyond the setting's own fields. */
  readonly input?: Readonly<Record<string, FieldType>>;
  /** Whether some changes must be confirmed by `confirm`. */
  readonly confirms?: true;
  /** Supported operations; defaults to all. */
  readonly only?: ReadonlyArray<'create' | 'update' | 'delete'>;
  /** Whether products narrow the list though it belongs to none: the list of products itself. */
  readonly byProduct?: true;
  /** Whether agencies see the shared rows of other users. */
  readonly sharedWithAgencies?: true;
  /** What the list has beyond the columns of the table. */
  readonly list?: (db: Database, urls: Urls) => ListExtras;
  /** The class of the list, if it has methods of its own. */
  readonly service?: new (db: Database, makeDefinition: () => ListDefinition) => ListService;
}
