import type { Grant, RightKey } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import type { Condition } from './condition';
import type { FilterValue } from './list-args';
import type { VisibleKind } from './visibility';

/** A row as services hand it over: values by camelCase name. */
export type Row = Record<string, unknown>;

/** A value read from the database. `sql` may name the row as `e` and joined tables by their alias. */
export interface SourceField {
  readonly sql: string;
  /** From what the driver answers to what code uses. */
  readonly read?: ((value: unknown) => unknown) | undefined;
  /** Join without which `sql` can't be read. */
  readonly join?: string;
}

/** Who filters, and in which products; null: all that they have. */
export interface FilterContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly grant: Grant;
  readonly products: readonly number[] | null;
}

/** Rows of a filter as they are counted the fastest. */
export interface Countable {
  readonly from: string;
  readonly where: Condition;
}

/** What a filter finds, where it takes more than its values to know it. */
export interface Found extends Condition {
  /** The same rows, where nothing else narrows the list. */
  readonly countable?: Countable | undefined;
  /** Tells of rows what only this filter knows, in the fields that are wanted (null: all). */
  readonly tell?: ((rows: readonly Row[], wanted: ReadonlySet<string> | null) => Promise<void>) | undefined;
}

/** A field by which a list can be filtered. */
export interface FilterField {
  readonly sql: string;
  readonly kind: 'number' | 'boolean' | 'text';
  /** What an id refers to: one that the actor may not see is refused. */
  readonly refers?: VisibleKind | undefined;
  /** The condition of several values, where they are not simply alternatives of equality. */
  readonly where?: (values: readonly (string | number)[]) => Condition;
  /** The condition, where it takes more than the values to know it; checks them too. */
  readonly find?:
    ((values: readonly (string | number)[], asked: FilterContext) => Promise<Found>) | undefined;
  /** Whether its values are personal, though no field shows them: who sees such values masked filters by none. */
  readonly personal?: boolean;
  /** Most values at once, where each is a condition of its own. */
  readonly max?: number;
  /** The index of a table by which the values are found, behind its product and its Tokyo day, and their ranges in it; null where it does not help. */
  readonly ranges?: (
    table: string,
    values: readonly FilterValue[],
  ) => { readonly index: string; readonly each: readonly Condition[] } | null;
  /** The index of the table over product, this value and the list's time, where there is one. */
  readonly byTime?: string;
  /** From the value outside to the stored one. */
  readonly write?: ((value: string | number) => string | number) | undefined;
}

/** The name of what an id points to: `{id, label}`. */
export interface LabelField {
  /** SQL of the id. */
  readonly id: string;
  readonly table: string;
  readonly column: string;
}

/** What a computed field or a masked value may need to know. */
export interface ReadContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly grant: Grant;
  /** Names of the fields that are wanted; null: all. */
  readonly wanted: ReadonlySet<string> | null;
}

/** A field made from others after reading. */
export interface ComputedField {
  /** Fields that it is made from. */
  readonly needs: readonly string[];
  readonly make: (row: Row) => unknown;
}

/** A table whose rows are counted by Tokyo days (`rollup_log_day`), so that nobody counts them all. */
export interface DayCount {
  readonly table: string;
  /** Column of the counts. */
  readonly column: string;
  /** Its index over product and time. */
  readonly byTime: string;
  /** Which rows are listed, as conditions of which a row fulfils one at most. */
  readonly rows: readonly string[];
}

/** What stands in a row instead of a value that is there. */
export type Mask = (value: unknown, row: Row) => unknown;

/** All that is special to the list of an entity or a log. */
export interface ListSpec {
  /** The menu whose right opens it. */
  readonly menu: RightKey;
  /** A menu of whose work the list is part: its right opens the list too. */
  readonly partOf?: RightKey | undefined;
  /** Table; its rows are named `e`. */
  readonly table: string;
  /** Key by which one row is got, and the last word of every order. */
  readonly key: string;
  /** SQL that is an outside id, by which one row is got; the key unless given. */
  readonly lookup?: string | undefined;
  /** Column within whose values the key is unique; absent: over all rows. */
  readonly keyWithin?: string | undefined;
  readonly fields: Readonly<Record<string, SourceField>>;
  readonly labels?: Readonly<Record<string, LabelField>>;
  readonly computed?: Readonly<Record<string, ComputedField>>;
  readonly filters?: Readonly<Record<string, FilterField>>;
  /** Rows of other lists that are found only when asked for, with the fields by which they are found. */
  readonly relations?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Fields that are read whatever is asked for. */
  readonly always?: readonly string[];
  /**
   * What masked roles see instead of a value, by field. They find, filter and sort by none of these: that would
   * reveal what stands there.
   */
  readonly masks?: Readonly<Record<string, Mask>>;
  /** Fields that may name ads of other agencies, hidden from an agency: it can't sort by them. */
  readonly othersAds?: readonly string[];
  /** SQL of the texts that a keyword is looked for in. */
  readonly keyword?: readonly string[] | undefined;
  /** SQL of ids of ads by whose names of today a keyword finds rows of a log. An agency finds by its own ads alone. */
  readonly keywordAds?: readonly string[] | undefined;
  /** Whether its rows are settings, few enough to compare their texts with a keyword here; logs leave that to the database. */
  readonly isSetting?: boolean;
  /** SQL of the instant that timeFrom and timeTo limit, in epoch milliseconds. */
  readonly time?: string | undefined;
  /** By what its rows are counted where nothing but products and time are asked for. */
  readonly dayCount?: DayCount | undefined;
  /** Fields that are never empty: a place in their order can be told by values. The key and the default order are. */
  readonly steady?: readonly string[];
  /** Order without sortName. */
  readonly defaultSort?: { readonly name: string; readonly asc: boolean };
  /** What the actor may see at all, of some of their products or (null) of all; always part of every query. */
  readonly guard: (actor: Actor, grant: Grant, products: readonly number[] | null) => readonly Condition[];
  /** Fills in what needs further queries, or hides what the grant does not show. */
  readonly complete?: ((rows: Row[], context: ReadContext) => Promise<void> | void) | undefined;
}
