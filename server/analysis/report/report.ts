import type { AxisKey } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { ReportInput, ReportResult } from '../input';
import type { Column } from './columns';

/** An object that rows hold beside axes and figures; `figures` and `previous` are measures. */
export interface Part {
  /** Its type in the contract. */
  readonly type: string;
  readonly fields: Readonly<Record<string, 'int' | 'float' | 'figures' | 'previous'>>;
  readonly list?: boolean;
}

/** All that the product knows of one report: GraphQL, REST, files, limits and tests follow from it. */
export interface Report {
  /** REST path below `/analyses`. */
  readonly path: string;
  /** Its types in the contract: of the whole and of a row. */
  readonly type: string;
  readonly row: string;
  /** What its rows may stand for. */
  readonly axes: readonly AxisKey[];
  /** Whether it is about the days of a range. */
  readonly period: boolean;
  /** Whether other days may stand beside them. */
  readonly comparison: boolean;
  readonly parts: Readonly<Record<string, Part>>;
  /** Columns beside those of axes and measures. */
  readonly columns: readonly Column[];
  /** Columns that a file may hold, but only when they are chosen. */
  readonly furtherColumns: readonly Column[];
  /** @param now the present instant, which "the last 30 days" counts from */
  read(db: Database, actor: Actor, input: ReportInput, now?: number): Promise<ReportResult>;
}
