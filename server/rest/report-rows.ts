import { isObjectType, type GraphQLNamedType } from 'graphql';
import { measureKeys, measureName, type Figures } from '../../shared/catalog';
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
const isReportRow = (row: unknown): row is ReportRow => typeof row === 'object' && row !== null && 'figures' in row && 'noAd' in row;

const names = measureKeys.map((key) => [key, measureName(key)] as const);

function figuresRow(figures: Figures): Answer {
  const to: { [name: string]: number | null } = {};
  for (const [key, name] of names) to[name] = figures[key];
  return to;
}

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
    if (row.previous !== undefined) to.previous = row.previous && figuresRow(row.previous);
    return to;
  };
}

/** What stands beside the rows of a report, by the type of its answer. */
export function besideMapper(report: Report, type: GraphQLNamedType | undefined): RowMapper {
  const fields = isObjectType(type) ? ownFields(type).filter(({ name }) => name in report.answer) : [];
  return isObjectType(type) && fields.length > 0 ? rowMapper(type, {}, fields) : () => ({});
}
