import { measureKeys, measureName, type Figures } from '../../shared/catalog';
import { reportColumns, reports, type Report, type ReportKey, type ReportRow } from '../analysis';
import type { Route } from './routes';

/** The report behind a route. */
export function reportOf({ operation }: Pick<Route, 'operation'>): Report {
  const report: Report | undefined = reports[operation as ReportKey];
  if (!report) throw new Error(`No report ${operation}`);
  return report;
}

const names = measureKeys.map((key) => [key, measureName(key)] as const);

function figuresRow(figures: Figures): Record<string, unknown> {
  const to: Record<string, unknown> = {};
  for (const [key, name] of names) to[name] = figures[key];
  return to;
}

/** How the rows of a report go out: its columns by their names; what was not asked for stays out. */
export function reportRowMapper(report: Report): (row: object) => Record<string, unknown> {
  const columns = reportColumns(report, report.axes);
  return (given) => {
    const row = given as ReportRow;
    const to: Record<string, unknown> = {};
    for (const { name, value } of columns) {
      const cell = value(row);
      if (cell !== undefined) to[name] = cell;
    }
    if (row.previous !== undefined) to.previous = row.previous && figuresRow(row.previous);
    return to;
  };
}
