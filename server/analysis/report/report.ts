import type { AttributionModel, AxisKey } from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import type { CustomerCode } from '../../logs/customer-code';
import type { Database } from '../../db/database';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import type { Column } from './columns';

/** What a value of a report is in the contract; with `?` it may be null. `figures` are all measures. */
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
  /** Its type in the contract. */
  readonly type: string;
  readonly fields: Readonly<Record<string, ValueKind | Part>>;
  readonly list?: boolean;
  readonly nullable?: boolean;
}

/** An argument of one report alone; all of them may be left out. */
export type ArgumentKind = 'int' | 'float' | 'text' | 'bool' | 'ints' | ChoiceArgument;

/** An argument that takes one of some values. */
export interface ChoiceArgument {
  /** Its type in the contract. */
  readonly type: string;
  readonly values: readonly string[];
  /** What it is unless given. */
  readonly otherwise: string;
}

/** All that the product knows of one report: GraphQL, REST, files, limits and tests follow from it. */
export interface Report {
  /** REST path below `/analyses`. */
  readonly path: string;
  /** Its types in the contract: of the whole and of a row. */
  readonly type: string;
  readonly row: string;
  /** What its rows may stand for; empty: it has no axes. */
  readonly axes: readonly AxisKey[];
  /** What they stand for unless asked otherwise. */
  readonly defaultAxes: readonly AxisKey[];
  /** The attribution model unless asked otherwise; absent: the product's. */
  readonly model?: AttributionModel;
  /** Whether it is about the days of a range. */
  readonly period: boolean;
  /** The days whose changes change it; absent: those of the range. */
  readonly versionDays?: DayRange;
  /** Whether other days may stand beside them, or always do. */
  readonly comparison: boolean | 'always';
  /** Whether its rows hold all measures, as `figures`. */
  readonly figures: boolean;
  /** Its own arguments beside those of all reports. */
  readonly args: Readonly<Record<string, ArgumentKind>>;
  /** What its rows hold beside axes and figures. */
  readonly fields: Readonly<Record<string, ValueKind | Part>>;
  /** What their total is, where it is no row. */
  readonly total?: Part;
  /** What stands beside the rows and their total. */
  readonly answer: Readonly<Record<string, ValueKind | Part>>;
  /** Columns before those of axes. */
  readonly leading: readonly Column[];
  /** Columns behind those of axes and measures. */
  readonly columns: readonly Column[];
  /** The same where their words and units depend on what is asked: of a file. */
  columnsFor?(input: ReportInput): readonly Column[];
  /** Columns that a file may hold, but only when they are chosen. */
  readonly furtherColumns: readonly Column[];
  /** The same where they depend on what is asked. */
  furtherColumnsFor?(input: ReportInput): readonly Column[];
  /** Columns that rows have, and a file may hold, only where an argument asks for them: without a value they are not there. */
  readonly askedColumns: readonly Column[];
  /**
   * @param now the present instant, which "the last 30 days" counts from
   * @param customerCode what stands for customers whose ids are masked
   */
  read(
    db: Database,
    actor: Actor,
    input: ReportInput,
    now?: number,
    customerCode?: CustomerCode,
  ): Promise<ReportResult>;
  /** All rows one after the other, for files of reports with more rows than can be held; absent: those of `read`. */
  rows?(
    db: Database,
    actor: Actor,
    input: ReportInput,
    now?: number,
    customerCode?: CustomerCode,
  ): Promise<AsyncIterable<ReportRow>>;
}

/** What most reports are: every measure by any axes, over the days of a range. */
export const plainReport = {
  period: true,
  comparison: false,
  figures: true,
  args: {},
  fields: {},
  answer: {},
  leading: [],
  columns: [],
  furtherColumns: [],
  askedColumns: [],
} as const satisfies Partial<Report>;
