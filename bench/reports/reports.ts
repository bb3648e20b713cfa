import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { reports, type ReportInput } from '../../server/analysis';
import type { Database } from '../../server/db/database';
import { productDatabase } from '../../server/composition/open-database';
import { measureKeys } from '../../shared/catalog';
import type { Measurement, GoalKey } from '../goals';
import type { BenchData } from '../history';
import { alternate, timed } from '../measure';
import { requestedFields } from './requested-fields';
import { rangeSum, rawReport } from './raw-sql';
import { statementsOf } from './statements';

const SCREEN = join(__dirname, '../../client/src/screens/analyze/attribution/attribution.graphql');
const ALL_MEASURES = parse(`fragment AllFigures on Figures { ${measureKeys.join(' ')} }`);

/** Fields that the console's attribution screen requests: metrics, and the credit under every model. */
const attributionScreen = (): string[] => requestedFields(readFileSync(SCREEN, 'utf8'), ALL_MEASURES);

/** Long enough for the engine to compile the code of every report. */
const WARM_UP_MS = 1000;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** A report as a service call, and its statements alone, which the goals compare. */
interface MeasuredReport {
  statements: () => Promise<number>;
  service: () => Promise<number>;
}

const measureReport = async (
  db: Database,
  report: (db: Database) => Promise<unknown>,
): Promise<MeasuredReport> => {
  const { run } = await statementsOf(db, report);
  return { statements: () => timed(run), service: () => timed(() => report(db)) };
};

/**
 * Measures the reports of the large history against their lower bound, against raw events, and against the
 * small history. The detail also shows the time with the product's own work on the rows, from separate
 * rounds. The goal `graphql` compares that work.
 */
export const measureReports = async (
  data: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement[]> => {
  const { db, actor, large, small, month, year } = data;
  const input = (productId: number, range: typeof year): ReportInput => ({
    productId,
    dateFrom: range.from,
    dateTo: range.to,
  });
  const summaries = (productId: number, range: typeof year) =>
    measureReport(db, (on) => reports.adSummaries.read(on, actor, input(productId, range)));
  const fields = attributionScreen();
  const credit = (range: typeof year) =>
    measureReport(db, (on) => reports.attributions.read(on, actor, { ...input(large, range), fields }));
  const floor = (range: typeof year) => () => timed(() => rangeSum(db, large, range.from, range.to));
  // Reading raw events may exceed the console's time limit on a slow machine.
  const patient = productDatabase(db.target, { readLimitMs: null });
  await patient.connect();
  const raw = () => timed(() => rawReport(patient, large, year.from, year.to));
  const rawRounds = Math.max(3, Math.floor(rounds / 5));

  const measure = async (
    goal: GoalKey,
    report: MeasuredReport,
    base: () => Promise<number>,
    { inverted = false, times = rounds } = {},
  ): Promise<Measurement> => {
    // Reading raw events evicts the report's pages from memory, which no server does. Only the second call
    // counts.
    const ours = inverted ? () => report.statements().then(report.statements) : report.statements;
    const pair = await alternate(times, ours, base, inverted ? 0 : WARM_UP_MS);
    const serviceTimes = await alternate(times, report.service, report.statements, inverted ? 0 : WARM_UP_MS);
    return {
      goal,
      where,
      // Inverts the ratio if larger values are better.
      value: inverted
        ? { median: 1 / pair.ratio.median, low: 1 / pair.ratio.high, high: 1 / pair.ratio.low }
        : pair.ratio,
      detail: `${ms(pair.ours.median)} / ${ms(pair.base.median)}; with rows made ${ms(serviceTimes.ours.median)}`,
    };
  };
  const [ofMonth, ofYear, ofSmallYear] = [
    await summaries(large, month),
    await summaries(large, year),
    await summaries(small, year),
  ];
  try {
    return [
      await measure('adSummariesMonth', ofMonth, floor(month)),
      await measure('adSummariesYear', ofYear, floor(year)),
      await measure('attributionsMonth', await credit(month), floor(month)),
      await measure('growth', ofYear, ofSmallYear.statements),
      await measure('rawYear', ofYear, raw, { inverted: true, times: rawRounds }),
    ];
  } finally {
    await patient.close();
  }
};
