import { type AxisKey, AdAnalyzeSimulationItem } from '../../../../../shared/catalog';
import {
  createSimulator,
  type Simulated,
  type Simulation,
  type Simulator,
} from '../../../../../shared/catalog/simulation';
import {
  costRowKey,
  costChangeLimits,
  ELASTICITY,
  formatCostChanges,
  parseCostChanges,
  type CostChange,
  type CostChanges,
} from '../../../../../shared/domain/cost';
import { isWithoutAd, rowOnAxis, type ReportData, type ReportRow } from '../../../kit/report/answer';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { axisText } from '../../../kit/report/url-state';
import type { ReportControls } from '../../../kit/report/use-report-state';

/**
 * Returns the key that cost changes use for a row. Returns null for direct conversions, which cost nothing.
 */
export const costKeyOf = (row: ReportRow, axes: readonly AxisKey[]): string | null =>
  isWithoutAd(row) ? null : costRowKey(axes.map((axis) => rowOnAxis(row, axis).id));

/** Simulation results for the rows of a report and their total. */
export interface SimulatedRows extends Pick<Simulator, 'refused' | 'far'> {
  of(row: ReportRow): Simulated | undefined;
  readonly total: Simulated | undefined;
  /** Number of changed rows that the report doesn't contain. */
  readonly missing: number;
}

/** Simulates all rows by the same rules as server downloads. */
export function simulateRows(
  { rows, total }: Pick<ReportData, 'rows' | 'total'>,
  axes: readonly AxisKey[],
  simulation: Simulation,
): SimulatedRows {
  const simulate = createSimulator(simulation);
  const known = new Map<ReportRow, Simulated>();
  const keys = new Set<string>();
  for (const row of rows ?? []) {
    const key = costKeyOf(row, axes);
    if (key !== null) keys.add(key);
    known.set(row, simulate.row(key, row.figures ?? {}));
  }
  const whole = total && simulate.total(total.figures ?? {});
  if (total && whole) known.set(total, whole);
  const missing = rows ? [...simulation.changes.keys()].filter((key) => !keys.has(key)).length : 0;
  return { of: (row) => known.get(row), total: whole, refused: simulate.refused, far: simulate.far, missing };
}

const NONE: CostChanges = new Map();

/** Simulation stated in the address, with its actions. Each change is a step that Back undoes. */
export interface SimulationState extends Simulation {
  /** Axes of the changed rows as in the address; undefined without changes. */
  readonly changesOf: string | undefined;
  /** True if the changes apply to the current rows. */
  readonly applies: boolean;
  setItem(item: Simulation['item']): void;
  setElasticity(elasticity: number): void;
  /** Changes the cost of a row; null undoes the change. */
  change(row: string, change: CostChange | null): void;
  /**
   * Replaces all changes.
   * @param tab columns to show, by the address
   */
  propose(changes: CostChanges, elasticity: number, tab: string | null): void;
  /** Replaces the whole simulation. */
  replace(simulation: Simulation & { readonly axes: string; readonly scenario: number }): void;
  reset(): void;
  /** Saved scenario that the simulation was opened from. */
  readonly scenario: number | undefined;
}

/** Reads the elasticity; absent, it is the one that the dashboard estimates with. */
function readElasticity(text: string | null): number {
  const value = Number(text ?? ELASTICITY.tried);
  const { min, max } = costChangeLimits.elasticity;
  return Number.isFinite(value) && value >= min && value <= max ? value : ELASTICITY.tried;
}

const elasticityText = (value: number): string | null => (value === ELASTICITY.tried ? null : String(value));

/** Reads the allocation simulation from the address: cost type, changed rows and elasticity. */
export function useSimulationState({ state, set }: ReportControls): SimulationState {
  const [parameters] = useSearchParams();
  const [item, changed, of, elasticity, scenario] = ['sim', 'changes', 'of', 'e', 'scenario'].map((name) =>
    parameters.get(name),
  );
  const axes = axisText(state.axes);
  return useMemo(() => {
    const all = parseCostChanges(changed ?? '') ?? NONE;
    const changesOf = all.size > 0 ? (of ?? 'ad') : undefined;
    const applies = changesOf === undefined || changesOf === axes;
    const changes = applies ? all : NONE;
    return {
      item: item === '2' ? AdAnalyzeSimulationItem.AD_COST_UNAPPROVED : AdAnalyzeSimulationItem.AD_COST,
      elasticity: readElasticity(elasticity ?? null),
      changes,
      changesOf,
      applies,
      scenario: scenario && /^\d+$/.test(scenario) ? Number(scenario) : undefined,
      setItem: (next) => set({ sim: next === AdAnalyzeSimulationItem.AD_COST ? null : String(next) }),
      setElasticity: (next) => set({ e: elasticityText(next) }),
      change(row, change) {
        const next = new Map(changes);
        if (change && change.amount !== 0) next.set(row, change);
        else next.delete(row);
        set({ changes: formatCostChanges(next), of: next.size > 0 ? axes : null });
      },
      propose: (next, assumed, tab) =>
        set({
          item: tab,
          changes: formatCostChanges(next),
          of: next.size > 0 ? axes : null,
          e: elasticityText(assumed),
          scenario: null,
        }),
      replace: (next) =>
        set({
          sim: next.item === AdAnalyzeSimulationItem.AD_COST ? null : String(next.item),
          e: elasticityText(next.elasticity),
          changes: formatCostChanges(next.changes),
          of: next.axes,
          axis: next.axes,
          drill: null,
          scenario: String(next.scenario),
        }),
      reset: () => set({ changes: null, of: null, scenario: null }),
    };
  }, [item, changed, of, elasticity, scenario, axes, set]);
}
