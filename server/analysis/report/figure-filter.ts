import {
  MAX_FIGURE_CONDITIONS,
  meetsCondition,
  parseFigureCondition,
  type FigureCondition,
} from '../../../shared/catalog';
import { badInput, type FailureMessage } from '../../auth/failure';
import type { ReportRow } from '../input';
import { findColumn, type Column } from './columns';
import type { Part } from './report';

/** Condition on a column of a report's rows. */
export interface RowCondition {
  readonly column: Column;
  readonly condition: FigureCondition;
}

/** Rows that a filter on metric values left out. */
export interface ExcludedRows {
  readonly rows: number;
  /** In yen. */
  readonly adCost: number;
}

/** The same fields in the GraphQL contract. */
export const EXCLUDED: Part = {
  type: 'ExcludedRows',
  fields: { rows: 'int', adCost: 'float' },
  nullable: true,
};

const failure = (message: FailureMessage) => badInput({ figures: message });

/**
 * Parses the conditions of a request.
 * @throws Failure BAD_USER_INPUT naming `figures`
 */
export function parseConditions(texts: readonly string[] | null | undefined): FigureCondition[] {
  const given = [...new Set(texts ?? [])].filter((text) => text.trim() !== '');
  if (given.length > MAX_FIGURE_CONDITIONS)
    throw failure({ key: 'tooManyValues', params: { count: MAX_FIGURE_CONDITIONS } });
  return given.map((text) => {
    const condition = parseFigureCondition(text);
    if (!condition) throw failure({ key: 'invalidFigureCondition', params: { text: text.slice(0, 80) } });
    return condition;
  });
}

/**
 * Finds the columns of conditions.
 * @throws Failure BAD_USER_INPUT naming `figures` for an unknown column, or one without numbers
 */
export const resolveConditions = (
  conditions: readonly FigureCondition[],
  columns: readonly Column[],
): RowCondition[] =>
  conditions.map((condition) => {
    const column = findColumn(columns, condition.name);
    if (!column || column.unit === null || column.isListItem)
      throw failure({ key: 'unknownFigure', params: { name: condition.name } });
    return { column, condition };
  });

/** Returns whether a row meets all conditions. */
export function meetsAll(row: ReportRow, conditions: readonly RowCondition[]): boolean {
  return conditions.every(({ column, condition }) => {
    const value = column.value(row);
    return typeof value === 'number' && meetsCondition(value, condition);
  });
}
