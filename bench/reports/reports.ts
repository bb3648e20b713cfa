import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse } from 'graphql';
import { adSummaries, attributions, type AnalysisInput, type AttributionInput } from '../../server/analysis';
import type { Figure, GoalKey } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed, type Pair } from '../measure';
import { rangeSum, rawReport } from './raw-sql';

/** What the attribution screen of the console asks for: its measures and comparisons, and the credit under every model. */
const attributionScreen = (): Pick<AttributionInput, 'fields' | 'models'> => {
  const text = readFileSync(join(__dirname, '../../client/src/screens/analyze/attribution/attribution.graphql'), 'utf8');
  const row = parse(text).definitions.find((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const fields = (row?.selectionSet.selections ?? []).filter((node) => node.kind === Kind.FIELD);
  const models = fields.find(({ name }) => name.value === 'models')?.selectionSet?.selections ?? [];
  return {
    fields: fields.map(({ name }) => name.value),
    models: models.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : [])),
  };
};

/** Long enough for the engine to compile what every report runs through. */
const WARM_UP_MS = 1000;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const figure = (goal: GoalKey, where: string, pair: Pair, turned = false): Figure => ({
  goal,
  where,
  // Where more is better the ratio is the other way round.
  value: turned ? { median: 1 / pair.ratio.median, low: 1 / pair.ratio.high, high: 1 / pair.ratio.low } : pair.ratio,
  detail: `${ms(pair.ours.median)} / ${ms(pair.base.median)}`,
});

/** The reports of the large history against their floor, against raw events, and against the small history. */
export const measureReports = async (data: BenchData, where: string, rounds: number): Promise<Figure[]> => {
  const { db, actor, large, small, month, year } = data;
  const input = (productId: number, range: { from: number; to: number }): AnalysisInput => ({ productId, dateFrom: range.from, dateTo: range.to });
  const summaries = (productId: number, range: typeof year) => () => timed(() => adSummaries(db, actor, input(productId, range)));
  const screen = attributionScreen();
  const credit = (range: typeof year) => () => timed(() => attributions(db, actor, { ...input(large, range), ...screen }));
  const floor = (range: typeof year) => () => timed(() => rangeSum(db, large, range.from, range.to));
  const raw = () => timed(() => rawReport(db, large, year.from, year.to));
  const rawRounds = Math.max(3, Math.floor(rounds / 5));
  return [
    figure('adSummariesMonth', where, await inTurns(rounds, summaries(large, month), floor(month), WARM_UP_MS)),
    figure('adSummariesYear', where, await inTurns(rounds, summaries(large, year), floor(year), WARM_UP_MS)),
    figure('attributionsMonth', where, await inTurns(rounds, credit(month), floor(month), WARM_UP_MS)),
    figure('growth', where, await inTurns(rounds, summaries(large, year), summaries(small, year), WARM_UP_MS)),
    figure('rawYear', where, await inTurns(rawRounds, summaries(large, year), raw), true),
  ];
};
