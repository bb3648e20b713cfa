import { getNamedType, isObjectType, type GraphQLNamedType } from 'graphql';
import { measureKeys, measureName, type Figures } from '../../shared/catalog';
import { customIdOf, customName } from '../../shared/catalog/custom-measure';
import { isReportKey, reportColumns, reports, type Report, type ReportRow } from '../analysis';
import { rowMapper, type Answer, type RowMapper } from './mapper';
import { ownFields } from './names';
import type { Route } from './routes';

/** The report behind a route. */
export function reportOf({ operation }: Pick<Route, 'operation'>): Report {
  if (!isReportKey(operation)) throw new Error(`No report ${operation}`);
  return reports[operation];
}

/** Told by what every row of a report has. */
const isReportRow = (row: unknown): row is ReportRow =>
  typeof row === 'object' && row !== null && 'figures' in row && 'noAd' in row;

const names = measureKeys.map((key) => [key, measureName(key)] as const);

function figuresRow(figures: Figures): Answer {
  const to: { [name: string]: number | null } = {};
  for (const [key, name] of names) to[name] = figures[key];
  return to;
}

const customBefore = ({ customFigures }: ReportRow): Answer =>
  Object.fromEntries((customFigures ?? []).map(({ id, previous }) => [customName(id), previous]));

/**
 * Whether a question names ratios of one's own among its `columns`. Rows hold them only then: what a row holds is promised to
 * callers, and must not change with what somebody defines in the console.
 */
export const asksOwnRatios = ({ columns }: { readonly columns?: unknown }): boolean =>
  [columns]
    .flat()
    .some((names) => typeof names === 'string' && names.split(',').some((name) => customIdOf(name) !== null));

/** A row of a report without these. */
export const withoutOwnRatios = (row: unknown): unknown =>
  isReportRow(row) && row.customFigures ? { ...row, customFigures: undefined } : row;

/** How the rows of a report go out: its columns by their names; what was not asked for stays out. */
export function reportRowMapper(report: Report): RowMapper {
  const columns = [...reportColumns(report, report.axes), ...report.askedColumns];
  return (row) => {
    if (!isReportRow(row)) throw new TypeError('The operation answers no row of a report');
    const to: { [name: string]: unknown } = {};
    for (const { name, value, rest } of columns) {
      const cell = rest ? rest(row) : value(row);
      if (cell !== undefined) to[name] = cell;
    }
    for (const { id, value } of row.customFigures ?? []) to[customName(id)] = value;
    if (row.previous !== undefined)
      to.previous = row.previous && { ...figuresRow(row.previous), ...customBefore(row) };
    return to;
  };
}

/** How the total of a report goes out: as a row, unless it has a type of its own. */
export function totalMapper(report: Report, type: GraphQLNamedType | undefined): RowMapper {
  const total = report.total && isObjectType(type) ? getNamedType(type.getFields().total?.type) : undefined;
  return isObjectType(total) ? rowMapper(total) : reportRowMapper(report);
}

/** What stands beside the rows of a report, by the type of its answer. */
export function besideMapper(report: Report, type: GraphQLNamedType | undefined): RowMapper {
  const fields = isObjectType(type) ? ownFields(type).filter(({ name }) => name in report.answer) : [];
  return isObjectType(type) && fields.length > 0 ? rowMapper(type, {}, fields) : () => ({});
}
