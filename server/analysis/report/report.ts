import type { AttributionModel, AxisKey, BaseKey, BaseValues, MeasureKey } from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import type { CustomerCode } from '../../logs/customer-code';
import type { Database } from '../../db/database';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import type { Column } from './columns';
import type { ReportRequest } from './request';

/** Type of a report value in the GraphQL contract; with `?` it is nullable. `figures` are all measures. */
export type ValueKind =
  | 'int'
  | 'int?'
  | 'float'
  | 'float?'
  | 'text'
  | 'text?'
  | 'bool'
  | 'day'
  | 'instant'
  | 'instant?'
  | 'label?'
  | 'figures'
  | 'figures?';

/** An object in rows or beside them. */
export interface Part {
  /** Its GraphQL type. */
  readonly type: string;
  readonly fields: Readonly<Record<string, ValueKind | Part>>;
  readonly list?: boolean;
  readonly nullable?: boolean;
}

/** Type of an optional argument that one report adds. */
export type ArgumentKind = 'int' | 'float' | 'text' | 'bool' | 'ints' | ChoiceArgument;

/** An argument that takes one of several values. */
export interface ChoiceArgument {
  /** Its GraphQL type. */
  readonly type: string;
  readonly values: readonly string[];
  /** Default value. */
  readonly defaultValue: string;
}

/** What an extension may read. */
export interface ExtensionContext {
  readonly db: Database;
  readonly actor: Actor;
  readonly request: ReportRequest;
  readonly input: ReportInput;
  readonly now: number;
}

/** Fields of a report's rows and answer beside the requested metrics. */
export interface Extension {
  /** Measures of the row that it reads, and further base measures. */
  readonly measures: readonly MeasureKey[];
  readonly keys: readonly BaseKey[];
  /** Fields beside the rows and their total. */
  readonly resultFields?: object;
  /** Whether the total is the same if no rows are read. */
  readonly totalNeedsNoRows?: true;
  /** @param before sums of the comparison days; null: no facts; undefined: no comparison */
  extend(row: ReportRow, sums: BaseValues, before: BaseValues | null | undefined): void;
  /**
   * Completes fields that need all rows. Called once, before the rows are sorted and paged; their order is
   * undefined.
   */
  complete?(rows: readonly ReportRow[], total: ReportRow): Promise<void> | void;
  /**
   * Completes fields that depend on the displayed total, for the rows that meet the conditions on metric values.
   * Called after `complete`; other fields stay as they are among all rows.
   */
  completeFiltered?(rows: readonly ReportRow[], total: ReportRow): Promise<void> | void;
}

/** Definition of a report. GraphQL, REST, files, limits and tests derive from it. */
export interface Report {
  /** GraphQL type of a row. */
  readonly row: string;
  /** Axes that rows can be grouped by; empty: none. */
  readonly axes: readonly AxisKey[];
  /** Axes used by default. */
  readonly defaultAxes: readonly AxisKey[];
  /** Default attribution model; absent: the product's. */
  readonly model?: AttributionModel;
  /** Whether it covers a range of days. */
  readonly period: boolean;
  /** Days whose changes affect the report; absent: those of the range. */
  readonly versionDays?: DayRange;
  /** Whether it can be compared with other days, or always is. */
  readonly comparison: boolean | 'always';
  /** Whether its rows hold all measures, as `figures`. */
  readonly hasMeasures: boolean;
  /** Arguments beside those of all reports. */
  readonly args: Readonly<Record<string, ArgumentKind>>;
  /** Row fields beside axes and metrics. */
  readonly fields: Readonly<Record<string, ValueKind | Part>>;
  /** Type of the total, if it is not a row. */
  readonly total?: Part;
  /** Fields beside the rows and their total. */
  readonly resultFields: Readonly<Record<string, ValueKind | Part>>;
  /** Columns before the axes. */
  readonly leadingColumns: readonly Column[];
  /** Columns after the axes and measures. */
  readonly columns: readonly Column[];
  /** Columns of a file, if words and units depend on the request. */
  columnsFor?(input: ReportInput): readonly Column[];
  /** Columns that a file only holds if they are chosen. */
  readonly extraColumns: readonly Column[];
  /** The same, if they depend on the request. */
  extraColumnsFor?(input: ReportInput): readonly Column[];
  /** Columns of rows and files that only exist if an argument requests them. */
  readonly argumentColumns: readonly Column[];
  /** Adds fields to what `readReport` reads; undefined if the request needs none. */
  extension?(context: ExtensionContext): Extension | Promise<Extension | undefined>;
  /**
   * Reads the report; `readReport` by default.
   * @param now current time, which "the last 30 days" counts from
   * @param customerCode code for customers whose ids are masked
   */
  read(
    db: Database,
    actor: Actor,
    input: ReportInput,
    now?: number,
    customerCode?: CustomerCode,
  ): Promise<ReportResult>;
  /** Streams all rows for files with more rows than fit in memory; absent: those of `read`. */
  rows?(
    db: Database,
    actor: Actor,
    input: ReportInput,
    now?: number,
    customerCode?: CustomerCode,
  ): Promise<AsyncIterable<ReportRow>>;
}
