import type { EnumValue, Grant, RightKey } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import type { Condition } from '../db/condition';
import type { FilterValue } from './list-args';
import type { VisibleKind } from './visibility';

/** A row as services return it: values by camelCase name. */
export type Row = Record<string, unknown>;

/** A value read from the database. `sql` refers to the row as `e` and to joined tables by their aliases. */
export interface SourceField {
  readonly sql: string;
  /** Converts the driver's value. */
  readonly read?: ((value: unknown) => unknown) | undefined;
  /** Join that `sql` requires. */
  readonly join?: string;
}

/** The actor and products of a filter; null means all of the actor's products. */
export interface FilterContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly grant: Grant;
  readonly products: readonly number[] | null;
}

/** The cheapest query that counts a filter's rows. */
export interface Countable {
  readonly from: string;
  readonly where: Condition;
}

/** Result of a filter that needs a database lookup. */
export interface FilterResult extends Condition {
  /** A query for the same rows, usable if nothing else narrows the list. */
  readonly countable?: Countable | undefined;
  /** The ads whose rows it matches, if it matches all of them. */
  readonly ads?: readonly number[] | undefined;
  /** The networks whose rows it matches, if it matches all of them. */
  readonly asps?: readonly number[] | undefined;
  /** Fills in row values that only this filter knows, for the requested fields (null: all). */
  readonly annotate?:
    ((rows: readonly Row[], requested: ReadonlySet<string> | null) => Promise<void>) | undefined;
}

/** A field that a list can be filtered by. */
export interface FilterField {
  readonly sql: string;
  readonly kind: 'number' | 'boolean' | 'text' | 'instant';
  /** Allowed values, if they are enumerated; with null for rows without a value. */
  readonly values?: readonly EnumValue[] | undefined;
  /** Another name of null. */
  readonly none?: string;
  /** SQL that matches rows without a value, unless the value is null for them. */
  readonly absent?: string;
  /** The kind of record an id refers to; ids that the actor may not see are refused. */
  readonly refers?: VisibleKind | undefined;
  /** Builds the condition from several values, unless they are plain alternatives of equality. */
  readonly where?: (values: readonly (string | number)[]) => Condition;
  /** Validates the values and builds the condition with a database lookup. */
  readonly find?:
    ((values: readonly (string | number)[], context: FilterContext) => Promise<FilterResult>) | undefined;
  /** Whether the values are personal though no field shows them: masked roles can't filter by them. */
  readonly personal?: boolean;
  /** Maximum number of values, if each one adds a condition. */
  readonly max?: number;
  /**
   * Returns the index that finds the values after product and Tokyo day, with the ranges in it and the address
   * that is the only one; null if it does not help.
   */
  readonly ranges?: (
    table: string,
    values: readonly FilterValue[],
  ) => { readonly index: string; readonly each: readonly Condition[]; readonly ip: string | null } | null;
  /** The index over product, this value and the list's time, if there is one. */
  readonly byTime?: string;
  /** Whether an index finds the few rows of a value. */
  readonly isKey?: boolean;
  /** Converts an API value to the stored value. */
  readonly write?: ((value: string | number) => string | number) | undefined;
}

/** Reference to another row as `{id, label}`. */
export interface LabelField {
  /** SQL of the id. */
  readonly id: string;
  readonly table: string;
  readonly column: string;
}

/** Context of computed fields and masks. */
export interface ReadContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly grant: Grant;
  /** Names of the requested fields; null: all. */
  readonly requested: ReadonlySet<string> | null;
}

/** A field computed from other fields after reading. */
export interface ComputedField {
  /** The fields it is computed from. */
  readonly needs: readonly string[];
  readonly make: (row: Row) => unknown;
}

/** A column that rows are counted by besides the day, and the index over it and the time. */
export interface LogPart {
  readonly column: string;
  readonly index: string;
  /** A condition that the index needs and that all rows with a value meet. */
  readonly where?: string;
}

/** A table whose rows are counted per Tokyo day (`rollup_log_day`) and ad to avoid counting all of them. */
export interface DayCount {
  readonly table: string;
  /** Column that holds the counts. */
  readonly column: string;
  /** The table's index over product and time. */
  readonly byTime: string;
  /** The listed rows, as mutually exclusive conditions. */
  readonly rows: readonly string[];
  /** The ad of a row. */
  readonly ad: LogPart;
  /** The network of a row, if rows keep the one they were stored with. */
  readonly asp?: LogPart;
  /** Whether the rows of addresses with many rows of a day are counted too. */
  readonly ips?: boolean;
  /** Whether an agency sees the rows of its own ads and no others. */
  readonly ownAds: boolean;
  /** Whether the rows of every ten minutes are counted too: page numbers of a long day need them. */
  readonly slots?: boolean;
}

/** Replaces a stored value for masked roles. */
export type Mask = (value: unknown, row: Row) => unknown;

/** Definition of the list of a setting or log. */
export interface ListDefinition {
  /** The menu whose right grants access; null: every signed-in user has access. */
  readonly menu: RightKey | null;
  /** A menu that includes this list: its right grants access too. */
  readonly partOf?: RightKey | undefined;
  /** Table name; rows have the alias `e`. */
  readonly table: string;
  /** Unique key that selects a single row and breaks ties in every sort order. */
  readonly key: string;
  /** SQL of the public id that selects a single row; defaults to the key. */
  readonly lookup?: string | undefined;
  /** Column within whose values the key is unique; absent if the key is globally unique. */
  readonly keyWithin?: string | undefined;
  readonly fields: Readonly<Record<string, SourceField>>;
  readonly labels?: Readonly<Record<string, LabelField>>;
  readonly computed?: Readonly<Record<string, ComputedField>>;
  readonly filters?: Readonly<Record<string, FilterField>>;
  /** Relations that are loaded only on request, with the fields they need. */
  readonly relations?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Fields that are always read. */
  readonly always?: readonly string[];
  /**
   * Replacement values for masked roles, by field.
   * Masked roles can't search, filter or sort by these fields, because that would reveal the values.
   */
  readonly masks?: Readonly<Record<string, Mask>>;
  /** Fields that may name other agencies' ads. These names are hidden from an agency, so it can't sort by them. */
  readonly othersAds?: readonly string[];
  /** SQL of the texts that a keyword searches. */
  readonly keyword?: readonly string[] | undefined;
  /** Rows by whose current names a keyword matches log rows. For an agency only its own ads match. */
  readonly keywordNames?: readonly LabelField[] | undefined;
  /** Finds log rows with a word as a whole value, through indexes. */
  readonly keywordValues?:
    ((word: string, context: FilterContext) => Promise<readonly Condition[]>) | undefined;
  /**
   * Whether the rows are settings. Settings are few, so keywords are compared in code; logs search in the
   * database.
   */
  readonly isSetting?: boolean;
  /** SQL of the instant that timeFrom and timeTo limit, in epoch milliseconds. */
  readonly time?: string | undefined;
  /** Day counts to use if only products and time narrow the list. */
  readonly dayCount?: DayCount | undefined;
  /** Fields that are never null, so their order supports cursors. The key and the default order always do. */
  readonly cursorFields?: readonly string[];
  /** Sort order if sortName is absent. */
  readonly defaultSort?: { readonly name: string; readonly asc: boolean };
  /** Visibility of the actor in some of their products (null: all); part of every query. */
  readonly guard: (actor: Actor, grant: Grant, products: readonly number[] | null) => readonly Condition[];
  /** Loads values that need further queries, or hides values that the grant does not cover. */
  readonly complete?: ((rows: Row[], context: ReadContext) => Promise<void> | void) | undefined;
}

/** What the list of a setting has beyond the columns of its table. */
export interface ListExtras extends Partial<Omit<ListDefinition, 'menu' | 'table' | 'key' | 'isSetting'>> {
  /** Columns that are never read, sorted or filtered by. */
  readonly hidden?: readonly string[];
}
