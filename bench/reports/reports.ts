import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { reports, type ReportInput } from '../../server/analysis';
import { Database } from '../../server/db/database';
import { measureKeys } from '../../shared/catalog';
import type { Figure, GoalKey } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed } from '../measure';
import { askedFields } from './requested-fields';
import { rangeSum, rawReport } from './raw-sql';
import { statementsOf } from './statements';

const SCREEN = join(__dirname, '../../client/src/screens/analyze/attribution/attribution.graphql');
const ALL_FIGURES = parse(`fragment AllFigures on Figures { ${measureKeys.join(' ')} }`);

/** What the attribution screen of the console asks for: figures, and the credit under every model. */
const attributionScreen = (): string[] => askedFields(readFileSync(SCREEN, 'utf8'), ALL_FIGURES);

/** Long enough for the engine to compile what every report runs through. */
const WARM_UP_MS = 1000;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** A report as a service call, and its statements alone, which are what is held against the floor. */
interface Measured {
  statements: () => Promise<number>;
  service: () => Promise<number>;
}

const measured = async (db: Database, report: (db: Database) => Promise<unknown>): Promise<Measured> => {
  const { run } = await statementsOf(db, report);
  return { statements: () => timed(run), service: () => timed(() => report(db)) };
};

/**
 * The reports of the large history against their floor, against raw events, and against the small history. What
 * the product does with the rows is in the ratio of GraphQL's whole answer to the same statements; it stands here
 * beside the figure, measured in rounds of its own.
 */
export const measureReports = async (data: BenchData, where: string, rounds: number): Promise<Figure[]> => {
  const { db, actor, large, small, month, year } = data;
  const input = (productId: number, range: typeof year): ReportInput => ({
    productId,
    dateFrom: range.from,
    dateTo: range.to,
  });
  const summaries = (productId: number, range: typeof year) =>
    measured(db, (on) => reports.adSummaries.read(on, actor, input(productId, range)));
  const fields = attributionScreen();
  const credit = (range: typeof year) =>
    measured(db, (on) => reports.attributions.read(on, actor, { ...input(large, range), fields }));
  const floor = (range: typeof year) => () => timed(() => rangeSum(db, large, range.from, range.to));
  // Nobody waits for raw events: on a slow machine they take longer than a read of the console may.
  const patient = new Database(db.target, { readLimitMs: null });
  await patient.connect();
  const raw = () => timed(() => rawReport(patient, large, year.from, year.to));
  const rawRounds = Math.max(3, Math.floor(rounds / 5));

  const figure = async (
    goal: GoalKey,
    report: Measured,
    base: () => Promise<number>,
    { turned = false, of = rounds } = {},
  ): Promise<Figure> => {
    // Raw events drive the report's pages out of memory, as no server does: then it is the second call that counts.
    const ours = turned ? () => report.statements().then(report.statements) : report.statements;
    const pair = await inTurns(of, ours, base, turned ? 0 : WARM_UP_MS);
    const whole = await inTurns(of, report.service, report.statements, turned ? 0 : WARM_UP_MS);
    return {
      goal,
      where,
      // Where more is better the ratio is the other way round.
      value: turned
        ? { median: 1 / pair.ratio.median, low: 1 / pair.ratio.high, high: 1 / pair.ratio.low }
        : pair.ratio,
      detail: `${ms(pair.ours.median)} / ${ms(pair.base.median)}; with rows made ${ms(whole.ours.median)}`,
    };
  };
  const [ofMonth, ofYear, ofSmallYear] = [
    await summaries(large, month),
    await summaries(large, year),
    await summaries(small, year),
  ];
  try {
    return [
      await figure('adSummariesMonth', ofMonth, floor(month)),
      await figure('adSummariesYear', ofYear, floor(year)),
      await figure('attributionsMonth', await credit(month), floor(month)),
      await figure('growth', ofYear, ofSmallYear.statements),
      await figure('rawYear', ofYear, raw, { turned: true, of: rawRounds }),
    ];
  } finally {
    await patient.close();
  }
};
