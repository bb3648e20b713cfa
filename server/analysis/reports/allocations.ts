import {
  AdAnalyzeSimulationItem,
  axes,
  type AxisKey,
  enumValues,
  isEnumValue,
  type MeasureKey,
  measureName,
  measureOf,
} from '../../../shared/catalog';
import {
  shareKeys,
  shareOf,
  type Shares,
  createSimulator,
  simulatedKeys,
  type Simulation,
  simulationInputs,
} from '../../../shared/catalog/simulation';
import { costChangeLimits, costRowKey, ELASTICITY, parseCostChanges } from '../../../shared/domain/cost';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { recordOf } from '../../../shared/records';
import { badInput } from '../../auth/failure';
import type { ReportInput, ReportRow } from '../input';
import type { Column } from '../report/columns';
import { plainReport } from '../report/read-report';
import type { Extension, Part, Report } from '../report/report';
import type { ReportRequest } from '../report/request';

/**
 * Returns the requested simulation; null if no argument of a simulation is given.
 * @throws Failure BAD_USER_INPUT with the argument
 */
function parseSimulation({ simulationItem, changes, elasticity }: ReportInput): Simulation | null {
  if (simulationItem == null && changes == null && elasticity == null) return null;
  const item = simulationItem ?? AdAnalyzeSimulationItem.AD_COST;
  if (!isEnumValue(AdAnalyzeSimulationItem, item)) {
    throw badInput({
      simulationItem: {
        key: 'mustBeOneOf',
        params: { values: enumValues(AdAnalyzeSimulationItem).join(', ') },
      },
    });
  }
  const { min, max } = costChangeLimits.elasticity;
  const chosenElasticity = elasticity ?? ELASTICITY.held;
  if (!(chosenElasticity >= min)) throw badInput({ elasticity: { key: 'minValue', params: { min } } });
  if (chosenElasticity > max) throw badInput({ elasticity: { key: 'maxValue', params: { max } } });
  const costChanges = parseCostChanges(changes ?? '');
  if (!costChanges)
    throw badInput({ changes: { key: 'invalidCostChanges', params: { max: costChangeLimits.rows } } });
  return { item, elasticity: chosenElasticity, changes: costChanges };
}

const SHARES: Part = { type: 'AllocationShares', fields: recordOf(shareKeys, () => 'float?' as const) };
const SIMULATED_METRICS: Part = {
  type: 'SimulatedFigures',
  fields: recordOf(simulatedKeys, () => 'float?' as const),
};
const simulatedShares = simulatedKeys.filter((key) => shareKeys.includes(key));
const SHARES_AFTER: Part = {
  type: 'SimulatedShares',
  fields: recordOf(simulatedShares, () => 'float?' as const),
};
const SIMULATION: Part = {
  type: 'AllocationSimulation',
  fields: { before: SIMULATED_METRICS, after: SIMULATED_METRICS, sharesAfter: SHARES_AFTER },
  nullable: true,
};

const titleOf =
  (key: MeasureKey, of: 'share' | 'before' | 'after' | 'change' | 'shareAfter') =>
  (locale: Locale): string =>
    `${texts[locale].measures[key].label} ${texts[locale].allocation[of]}`;

/** `ad_cost_share`: the row's share of the total. */
const shareColumn = (key: MeasureKey): Column => ({
  name: `${measureName(key)}_share`,
  fields: [`shares.${key}`],
  value: (row) => row.shares?.[key],
  title: titleOf(key, 'share'),
  unit: 'ratio',
  parts: true,
});

/** `ad_cost_share_previous`: the share of the comparison days. */
const shareColumnBefore = (key: MeasureKey): Column => ({
  ...shareColumn(key),
  name: `${measureName(key)}_share_previous`,
  fields: [`previous.${key}`],
  value: (row) => row.sharesBefore?.[key] ?? null,
  title: (locale) => `${titleOf(key, 'share')(locale)} ${texts[locale].report.compared}`,
});

/** Simulated counts that follow a cost are fractions. */
const simulatedUnit = (key: MeasureKey): Column['unit'] =>
  measureOf(key).unit === 'count' ? 'number' : measureOf(key).unit;

/** `cpa_before`, `cpa_after`, `cpa_change` and, if rows add up to the total, `ad_cost_share_after`. */
const simulationColumns = (key: (typeof simulatedKeys)[number]): Column[] => {
  const name = measureName(key);
  const unit = simulatedUnit(key);
  return [
    ...(['before', 'after'] as const).map((when): Column => ({
      name: `${name}_${when}`,
      fields: [`simulation.${when}.${key}`],
      value: ({ simulation }) => simulation?.[when][key],
      title: titleOf(key, when),
      unit,
    })),
    {
      name: `${name}_change`,
      fields: [`simulation.after.${key}`, `simulation.before.${key}`],
      value: ({ simulation }) => simulation && differenceOf(simulation.before[key], simulation.after[key]),
      title: titleOf(key, 'change'),
      unit,
      difference: true,
    },
    ...(simulatedShares.includes(key)
      ? [
          {
            name: `${name}_share_after`,
            fields: [`simulation.sharesAfter.${key}`],
            value: ({ simulation }: ReportRow) => simulation?.sharesAfter[key],
            title: titleOf(key, 'shareAfter'),
            unit: 'ratio',
            parts: true,
          } as const,
        ]
      : []),
  ];
};

const differenceOf = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before;

/** Returns the row key that cost changes use; null for direct conversions, which cost nothing. */
const rowKeyOf = (row: ReportRow, rowAxes: readonly AxisKey[]): string | null =>
  row.noAd ? null : costRowKey(rowAxes.map((axis) => row[axes[axis].idKey ?? axis]));

/** Adds shares of the total and, if requested, simulated values after a change of costs. */
function extensionOf({ requestedFields, axes: rowAxes }: ReportRequest, input: ReportInput): Extension {
  const keys = requestedFields.measures('shares');
  const simulation = parseSimulation(input);
  const sharesOf = (
    row: Partial<Record<MeasureKey, number | null>>,
    total: Partial<Record<MeasureKey, number | null>>,
    of: readonly MeasureKey[],
  ): Shares => recordOf(of, (key) => shareOf(row[key], total[key]));
  const complete: Extension['complete'] = (rows, total) => {
    for (const row of [...rows, total]) {
      row.shares = sharesOf(row.figures, total.figures, keys);
      if (total.previous) row.sharesBefore = sharesOf(row.previous ?? {}, total.previous, shareKeys);
    }
    if (!simulation) return;
    const simulate = createSimulator(simulation);
    const simulated = rows.map((row) => [row, simulate.row(rowKeyOf(row, rowAxes), row.figures)] as const);
    if (simulate.refused.size > 0)
      throw badInput({
        changes: { key: 'moreThanThereIs', params: { rows: [...simulate.refused].join(', ') } },
      });
    const whole = simulate.total(total.figures);
    for (const [row, result] of [...simulated, [total, whole] as const]) {
      row.simulation = { ...result, sharesAfter: sharesOf(result.after, whole.after, simulatedShares) };
    }
  };
  return {
    measures: [...keys, ...(simulation ? simulationInputs : [])],
    keys: [],
    extend: () => undefined,
    complete,
    // Shares are those of the displayed total.
    completeFiltered: complete,
  };
}

/** Allocation: how cost and results spread over the rows, and a simulation of other costs. */
export const allocations: Report = {
  ...plainReport,
  row: 'AllocationRow',
  comparison: true,
  args: { simulationItem: 'int', changes: 'text', elasticity: 'float' },
  fields: { shares: SHARES, simulation: SIMULATION },
  columns: shareKeys.map(shareColumn),
  extraColumns: shareKeys.map(shareColumnBefore),
  argumentColumns: simulatedKeys.flatMap(simulationColumns),
  extension: ({ request, input }) => extensionOf(request, input),
};
