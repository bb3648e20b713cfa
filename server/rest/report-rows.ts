import { measureKeys, measureName, type Figures } from '../../shared/catalog';
import { isReportKey, reportColumns, reports, type Report, type ReportRow } from '../analysis';
import type { Cell } from '../export/cell';
import type { Answer, RowMapper } from './mapper';
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
  const columns = reportColumns(report, report.axes);
  return (row) => {
    if (!isReportRow(row)) throw new TypeError('The operation answers no row of a report');
    const to: { [name: string]: Cell | Answer } = {};
    for (const { name, value } of columns) {
      const cell = value(row);
      if (cell !== undefined) to[name] = cell;
    }
    if (row.previous !== undefined) to.previous = row.previous && figuresRow(row.previous);
    return to;
  };
}
