import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatAST, Kind, parse, type DocumentNode } from 'graphql';
import { requestedPaths } from '../../server/graphql/requested-fields';
import { CvType, measureKeys } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';
import { select } from '../../server/db/statements';
import type { Database } from '../../server/db/database';
import { reports, type ReportInput } from '../../server/analysis';
import { productDatabase } from '../../server/composition/open-database';
import type { Measurement, GoalKey } from '../goals';
import type { BenchData } from '../history';
import { alternate, timed } from '../measure';

/**
 * Returns the fields that a query requests of its report's rows, as the server passes them to the report.
 * @param fragments that the query uses and doesn't contain
 */
export function requestedFields(query: string, ...fragments: DocumentNode[]): string[] {
  const { definitions } = concatAST([parse(query), ...fragments]);
  const known = Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const fieldNodes = (operation?.selectionSet.selections ?? []).filter((node) => node.kind === Kind.FIELD);
  return requestedPaths({ fieldNodes, fragments: known }, 'results', 'total') ?? [];
}

/** Contacts by ad, with journeys from window functions. Views by their stored contact. */
const CONTACTS = `SELECT ad_id, COUNT(*) AS clicks, SUM(cost_sen) AS cost_sen,
    SUM(CASE WHEN before_it IS NULL OR time - before_it > tracking_term * 86400000 THEN 1 ELSE 0 END) AS first_touches
  FROM (SELECT ad_id, day, time, cost_sen, tracking_term, LAG(time) OVER (PARTITION BY visitor_id ORDER BY time, id) AS before_it
          FROM interaction WHERE product_id = ? AND excluded_reason IS NULL) contacts
  WHERE day BETWEEN ? AND ? GROUP BY ad_id`;

const VIEWS =
  'SELECT ad_id, COUNT(*) AS pv FROM access WHERE product_id = ? AND day BETWEEN ? AND ? AND ad_id > 0 GROUP BY ad_id';

/**
 * Touches of conversions of one type, each with its position in the path. The plus sign prevents SQLite from
 * using the index on the exclusion. With that index it would search a month of contacts for each conversion
 * instead of the visitor's contacts.
 */
const touches = (
  type: CvType,
): string => `SELECT i.ad_id, c.id AS cv_id, c.cv_slot, c.amount_sen, c.time AS cv_time, ROW_NUMBER() OVER path AS pos,
         COUNT(*) OVER whole AS n, FIRST_VALUE(i.time) OVER path AS first_time, LAST_VALUE(i.ad_id) OVER whole AS last_ad
    FROM conversion c JOIN interaction i ON i.product_id = c.product_id AND i.visitor_id = c.visitor_id
     AND i.time BETWEEN c.time - c.tracking_term * 86400000 AND c.time AND +i.excluded_reason IS NULL
   WHERE c.product_id = ? AND c.day BETWEEN ? AND ? AND c.cv_type = ${type} AND c.excluded_reason IS NULL
  WINDOW path AS (PARTITION BY c.id ORDER BY i.time, i.id),
         whole AS (PARTITION BY c.id ORDER BY i.time, i.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

const slots = [1, 2, 3].map((slot) => `SUM(pos = n AND cv_slot = ${slot}) AS cv_${slot}`).join(', ');
const position = (condition: string): string =>
  `COUNT(DISTINCT CASE WHEN ad_id <> last_ad AND ${condition} THEN cv_id END)`;
const indirect = ['pos >= 1', 'pos = 1', 'pos = 2', 'pos = 3', 'pos = 4', 'pos = 5', 'pos >= 6']
  .map(position)
  .join(', ');
const lengths = ['n = 1', 'n = 2', 'n = 3', 'n = 4', 'n = 5', 'n >= 6']
  .map((condition) => `SUM(pos = n AND ${condition})`)
  .join(', ');

/**
 * Final conversions by ad over full paths: direct and indirect ones, path lengths, latency, and the shares of
 * one model.
 */
const FINAL = `SELECT ad_id, ${slots}, SUM((pos = n) * amount_sen) AS amount_sen, ${indirect}, ${lengths},
    SUM((pos = n) * n) AS touch_sum, SUM((pos = n) * (cv_time - first_time)) AS latency_ms,
    SUM(1.0 / n) AS attr_cv, SUM(amount_sen / n) AS attr_amount
  FROM (${touches(CvType.LAST_CV)}) paths GROUP BY ad_id`;

const MIDDLE = `SELECT ad_id, ${slots} FROM (${touches(CvType.MIDDLE_CV)}) paths GROUP BY ad_id`;

/**
 * Computes the report from the logs at query time. It does less than the report: no customers across
 * browsers, no attributes of ads, no ratios.
 */
const rawReport = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  for (const sql of [CONTACTS, VIEWS, FINAL, MIDDLE]) await db.read(sql, [productId, from, to]);
};

/** Lower bound: sums two columns over the range of day rows by primary key, without groups. */
const rangeSum = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  await select(db)`SELECT SUM(clicks) AS clicks, SUM(cost_sen) AS cost_sen FROM rollup_touch_day
    WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to}`;
};

type Read = Parameters<Database['read']>;

/** Statements of an operation, to run them again without the product's work on the rows. */
export interface Statements {
  readonly count: number;
  /** Runs all at once. */
  run(): Promise<unknown>;
  /** Runs them in their original sequence: a statement that waited for others waits for them. */
  runInSequence(): Promise<void>;
}

/** Records the statements of an operation. */
export const statementsOf = async (
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<Statements> => {
  const batches: Read[][] = [];
  let open = 0;
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return async (...read: Read) => {
        if (open === 0) batches.push([]);
        batches.at(-1)!.push(read);
        open += 1;
        try {
          return await target.read(...read);
        } finally {
          open -= 1;
        }
      };
    },
  });
  await work(watched);
  const runAll = (reads: readonly Read[]) => Promise.all(reads.map((read) => db.read(...read)));
  return {
    count: batches.flat().length,
    run: () => runAll(batches.flat()),
    async runInSequence() {
      for (const batch of batches) await runAll(batch);
    },
  };
};

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
