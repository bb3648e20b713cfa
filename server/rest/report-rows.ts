import { getNamedType, isObjectType, type GraphQLNamedType } from 'graphql';
import { measureKeys, measureName, type MetricValues } from '../../shared/catalog';
import { parseCustomMeasureId, customMeasureName } from '../../shared/catalog/evaluate';
import { isReportKey, reportColumns, reports, type Report, type ReportRow } from '../analysis';
import { rowMapper, type Answer, type RowMapper, ownFields } from './mapper';
import type { Route } from './routes';

/** Returns the report of a route. */
export function reportOf({ operation }: Pick<Route, 'operation'>): Report {
  if (!isReportKey(operation)) throw new Error(`No report ${operation}`);
  return reports[operation];
}

/** Recognizes a report row by the fields that all of them have. */
const isReportRow = (row: unknown): row is ReportRow =>
  typeof row === 'object' && row !== null && 'figures' in row && 'noAd' in row;

const names = measureKeys.map((key) => [key, measureName(key)] as const);

function metricsRow(metrics: MetricValues): Answer {
  const to: { [name: string]: number | null } = {};
  for (const [key, name] of names) to[name] = metrics[key];
  return to;
}

const customBefore = ({ customFigures }: ReportRow): Answer =>
  Object.fromEntries((customFigures ?? []).map(({ id, previous }) => [customMeasureName(id), previous]));

/**
 * Returns whether `columns` names custom measures. Rows include them only on request: their fields are a
 * contract with API clients, and must not change with definitions in the console.
 */
export const requestsCustomMeasures = ({ columns }: { readonly columns?: unknown }): boolean =>
  [columns]
    .flat()
    .some(
      (names) =>
        typeof names === 'string' && names.split(',').some((name) => parseCustomMeasureId(name) !== null),
    );

/** Removes custom measures from a report row. */
export const withoutCustomMeasures = (row: unknown): unknown =>
  isReportRow(row) && row.customFigures ? { ...row, customFigures: undefined } : row;

/** Creates the mapper of a report's rows: columns by name, without those not requested. */
export function reportRowMapper(report: Report): RowMapper {
  const columns = [...reportColumns(report, report.axes), ...report.argumentColumns];
  return (row) => {
    if (!isReportRow(row)) throw new TypeError('The operation returns no report row');
    const to: { [name: string]: unknown } = {};
    for (const { name, value, rest } of columns) {
      const cell = rest ? rest(row) : value(row);
      if (cell !== undefined) to[name] = cell;
    }
    for (const { id, value } of row.customFigures ?? []) to[customMeasureName(id)] = value;
    if (row.previous !== undefined)
      to.previous = row.previous && { ...metricsRow(row.previous), ...customBefore(row) };
    return to;
  };
}

/** Creates the mapper of a report's total: like a row, unless the total has its own type. */
export function totalMapper(report: Report, type: GraphQLNamedType | undefined): RowMapper {
  const total = report.total && isObjectType(type) ? getNamedType(type.getFields().total?.type) : undefined;
  return isObjectType(total) ? rowMapper(total) : reportRowMapper(report);
}

/** Creates the mapper of a report's additional fields, by the type of its response. */
export function besideMapper(report: Report, type: GraphQLNamedType | undefined): RowMapper {
  const fields = isObjectType(type) ? ownFields(type).filter(({ name }) => name in report.resultFields) : [];
  return isObjectType(type) && fields.length > 0 ? rowMapper(type, {}, fields) : () => ({});
}
