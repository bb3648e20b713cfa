import type { OwnDownload } from '../../../kit/report/download';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AdAnalyzeAllocationItem,
  AdAnalyzeSimulationItem,
  measureName,
  type MeasureKey,
} from '../../../../../shared/catalog';
import {
  allocationMeasures,
  simulatedKeys,
  type SimulatedKey,
} from '../../../../../shared/catalog/simulation';
import { formatCostChanges } from '../../../../../shared/domain/cost';
import { entriesOf } from '../../../../../shared/records';
import { useAspColours } from '../../../kit/report/asp-colours';
import { EvaluationChoice, ModelChoice } from '../../../kit/report/report-filters';
import { metricValue, type ReportData, type ReportRow } from '../../../kit/report/answer';
import { measureColumn } from '../../../kit/report/measure-columns';
import type { ReportParts } from '../../../kit/report/report-screen';
import type { ColumnPreset, ReportBlock, ReportChart, ReportColumn } from '../../../kit/report/types';
import type { ReportControls } from '../../../kit/report/use-report-state';
import type { NameColumn } from '../../../kit/table/data-row';
import { useNarrow } from '../../../kit/use-window';
import { AdjustCell } from './adjust-cell';
import { shareColumns, simulationColumns, simulationTab } from './columns';
import { costKeyOf, simulateRows, type SimulatedRows, useSimulationState } from './simulation-state';
import { BudgetPanel } from './budget-panel';
import { ATTRIBUTED_TAB, useBudgetState } from './budget-state';
import { SimulationPanel } from './simulation-panel';

const KEY_METRICS: readonly MeasureKey[] = [
  'adCost',
  'adCostUnapproved',
  'cvTotalFinal',
  'amountSum',
  'cpa',
  'roas',
  'profit',
  'roi',
];
const ITEMS = entriesOf(AdAnalyzeAllocationItem).map(([name, item]) => ({
  name,
  key: allocationMeasures[item],
}));
/** Cost and results compared by the composition bars. */
const COMPOSED: readonly MeasureKey[] = [
  'adCost',
  'cvTotalFinal',
  'amountSum',
  'profit',
  'attrCv',
  'attrAmount',
];

const SHARES_ITEM = 'shares';
export const SIMULATION_ITEM = 'simulation';
export const allocationItems = {
  SIMULATION: SIMULATION_ITEM,
  ATTRIBUTED: ATTRIBUTED_TAB,
  SHARES: SHARES_ITEM,
};
const EDITOR_WIDTH = 174;
/** Matches adjust-cell.module.css: the row name and one result column stay visible beside the editor. */
const EDITOR_WIDTH_NARROW = 112;

const isSimulated = (key: MeasureKey): key is SimulatedKey => simulatedKeys.some((one) => one === key);

/** Columns, views and the editor of the allocation report. */
export function useAllocationParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const simulation = useSimulationState(controls);
  const { axes } = controls.state;
  const narrow = useNarrow();
  const { item, elasticity, changes } = simulation;
  const colourOf = useAspColours(axes);
  const { rows, total, previousRows, previousTotal } = data;

  const simulated = useMemo(
    () => simulateRows({ rows, total }, axes, { item, elasticity, changes }),
    [rows, total, axes, item, elasticity, changes],
  );
  const budget = useBudgetState(simulation, rows, axes);
  const cost: SimulatedKey = item === AdAnalyzeSimulationItem.AD_COST ? 'adCost' : 'adCostUnapproved';
  const changed = changes.size > 0;

  const shares = useMemo(() => {
    const known = { rows, total, previousRows, previousTotal };
    return ITEMS.flatMap(({ key }) => shareColumns(key, known, t));
  }, [rows, total, previousRows, previousTotal, t]);
  const after = useMemo(
    () => simulationColumns({ rows, total }, simulated, elasticity > 0, t),
    [rows, total, simulated, elasticity, t],
  );
  const presets = useMemo<ColumnPreset[]>(
    () => [
      {
        value: SIMULATION_ITEM,
        label: t('allocation.simulation'),
        columns: simulationTab(cost, false, elasticity > 0),
      },
      {
        value: ATTRIBUTED_TAB,
        label: t('allocation.simulationAttributed'),
        columns: simulationTab(cost, true, elasticity > 0),
      },
      { value: SHARES_ITEM, label: t('allocation.shares'), columns: shares.map(({ key }) => key) },
    ],
    [t, cost, elasticity, shares],
  );
  const blocks = useMemo(() => {
    const keep = (row: ReportRow): boolean => changes.has(costKeyOf(row, axes) ?? '');
    return blocksOf(shares, after, simulated, changed ? cost : null, keep, t);
  }, [shares, after, simulated, changed, cost, changes, axes, t]);
  const keyMetrics = useMemo(
    // Results that follow a cost can be fractions.
    () =>
      KEY_METRICS.map((key) => ({
        ...measureColumn(key, t),
        ...(key === 'cvTotalFinal' && changed && elasticity > 0 ? { unit: 'number' as const } : {}),
      })),
    [t, changed, elasticity],
  );
  const keyTotals = useMemo(() => {
    const whole = simulated.total;
    return changed && whole
      ? {
          total: { figures: { ...whole.after, mediaDays: total?.figures?.mediaDays ?? null } },
          previousTotal: { figures: whole.before },
          label: t('allocation.before'),
          compared: t('allocation.comparedWithBefore'),
        }
      : undefined;
  }, [simulated, total, changed, t]);

  const nameColumns = useMemo(
    (): NameColumn<ReportRow>[] => [
      {
        key: 'adjust',
        title: t('allocation.adjust'),
        width: narrow ? EDITOR_WIDTH_NARROW : EDITOR_WIDTH,
        render: ({ row }) => {
          const key = costKeyOf(row, axes);
          return (
            <AdjustCell
              row={row}
              axes={axes}
              change={key === null ? undefined : changes.get(key)}
              cost={key === null ? null : metricValue(row, cost)}
              refused={key !== null && simulated.refused.has(key)}
              far={key === null ? undefined : simulated.far.get(key)}
              full={changes.size}
              onChange={(change) => key !== null && simulation.change(key, change)}
            />
          );
        },
      },
    ],
    [t, axes, changes, cost, simulated, simulation, narrow],
  );
  // The download only includes applied changes: the server rejects a change that exceeds the available cost.
  const download = useMemo((): OwnDownload => {
    const applied = new Map([...changes].filter(([key]) => !simulated.refused.has(key)));
    return {
      leading: [],
      parameters: {
        simulation_item: String(item),
        changes: formatCostChanges(applied),
        elasticity: String(elasticity),
      },
    };
  }, [item, elasticity, changes, simulated]);

  return {
    columns: useMemo(() => [...shares, ...after], [shares, after]),
    presets,
    keyMetrics,
    keyTotals,
    blocks,
    colourOf,
    nameColumns: controls.state.item === SHARES_ITEM && !controls.state.columns ? undefined : nameColumns,
    download,
    panel: () => (
      <SimulationPanel
        simulation={simulation}
        simulated={simulated}
        axes={axes}
        rows={rows}
        budget={
          item === AdAnalyzeSimulationItem.AD_COST && <BudgetPanel budget={budget} axes={axes} rows={rows} />
        }
      />
    ),
    bar: (
      <>
        <ModelChoice controls={controls} used={data.model} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
      </>
    ),
  };
}

/**
 * Blocks that compare shares of cost with shares of results, and one measure's shares before and after a
 * change.
 */
function blocksOf(
  shares: readonly ReportColumn[],
  after: readonly ReportColumn[],
  simulated: SimulatedRows,
  cost: SimulatedKey | null,
  keep: (row: ReportRow) => boolean,
  t: TFunction,
): ReportBlock[] {
  const find = (columns: readonly ReportColumn[], key: string) =>
    columns.find((column) => column.key === key)?.value ?? (() => null);
  const charts = ITEMS.map(({ name, key }): ReportChart => {
    const label = t(`enums.AdAnalyzeAllocationItem.${name}`);
    const now = {
      key: `${measureName(key)}_share`,
      label: t('allocation.before'),
      value: find(shares, `${measureName(key)}_share`),
    };
    const later =
      cost !== null && isSimulated(key)
        ? {
            key: `${measureName(key)}_share_after`,
            label: t('allocation.after'),
            value: find(after, `${measureName(key)}_share_after`),
          }
        : null;
    return {
      key: measureName(key),
      label: t('allocation.shareOf', { item: label }),
      unit: 'ratio',
      additive: true,
      keep,
      series: later
        ? [
            { ...now, colour: 'normal' },
            { ...later, colour: 'primary' },
          ]
        : [{ ...now, label, colour: 'primary' }],
    };
  });
  // Cost first: a user who changes it sees the effect.
  const ordered = [...charts].sort((a, b) => Number(b.key === 'ad_cost') - Number(a.key === 'ad_cost'));
  const composed = COMPOSED.map((key) => ({
    key,
    label: t(`measures.${key}.label`),
    value: (row: ReportRow) => metricValue(row, key),
  }));
  const changedCost =
    cost === null
      ? []
      : [
          {
            key: `${cost}After`,
            label: t('allocation.compositionAfter', { item: t(`measures.${cost}.label`) }),
            value: (row: ReportRow) => simulated.of(row)?.after[cost] ?? null,
          },
        ];
  return [
    {
      kind: 'composition',
      title: t('allocation.compositions'),
      hint: t('allocation.compositionsHint'),
      negative: t('settings.custom.notComposable'),
      keep,
      parts: [...composed.slice(0, 1), ...changedCost, ...composed.slice(1)],
    },
    { kind: 'bar', charts: ordered },
  ];
}
