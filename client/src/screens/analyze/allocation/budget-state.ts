import { useMemo, useState } from 'react';
import {
  AdAnalyzeAdjustmentItem,
  isAttributedMeasure,
  type AxisKey,
  type MeasureKey,
} from '../../../../../shared/catalog';
import {
  costChangeLimits,
  ELASTICITY,
  spreadBudget,
  type SpreadRow,
} from '../../../../../shared/domain/cost';
import { metricValue, type ReportRow } from '../../../kit/report/answer';
import { costKeyOf, type SimulationState } from './simulation-state';

/** Results that a budget can be spread by. */
export const bases = [
  'attrCv',
  'attrAmount',
  'cvTotalFinal',
  'amountSum',
] as const satisfies readonly MeasureKey[];
type Basis = (typeof bases)[number];

/** The tab with attributed results in the address; absent: the usual tab. */
export const ATTRIBUTED_TAB = 'attributed';

/** Default budget, and the largest one, in yen. */
const DEFAULT_BUDGET = 100_000;
export const MAX_BUDGET = costChangeLimits.yen.max;

/** A budget to spread over the rows, and its actions. */
export interface BudgetState {
  /** In yen; null while the field is empty. */
  readonly amount: number | null;
  readonly basis: Basis;
  /** Keys of rows that receive nothing. */
  readonly excluded: readonly string[];
  /** Part of the last budget that no row could take, in yen. */
  readonly rest: number;
  setAmount(amount: number | null): void;
  setBasis(basis: Basis): void;
  setExcluded(keys: readonly string[]): void;
  /** Proposes the changes of the simulation. */
  spread(): void;
}

/** Returns the rows that can receive a part of a budget, with their cost and results. */
const spreadRows = (
  rows: readonly ReportRow[],
  axes: readonly AxisKey[],
  basis: MeasureKey,
  excluded: ReadonlySet<string>,
): SpreadRow[] =>
  rows.flatMap((row) => {
    const key = costKeyOf(row, axes);
    const [cost, results] = [metricValue(row, 'adCost') ?? 0, metricValue(row, basis) ?? 0];
    return key === null || excluded.has(key) ? [] : [{ key, cost, results }];
  });

/** Holds the budget of the screen. Its result is the simulation's changes in the address. */
export function useBudgetState(
  simulation: SimulationState,
  rows: readonly ReportRow[] | undefined,
  axes: readonly AxisKey[],
): BudgetState {
  const [amount, setAmount] = useState<number | null>(DEFAULT_BUDGET);
  const [basis, setBasis] = useState<Basis>('attrCv');
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const [rest, setRest] = useState(0);
  return useMemo(
    () => ({
      amount,
      basis,
      excluded,
      // Changes by hand leave the proposal behind.
      rest: simulation.changes.size > 0 ? rest : 0,
      setAmount,
      setBasis,
      setExcluded,
      spread() {
        const elasticity = simulation.elasticity > 0 ? simulation.elasticity : ELASTICITY.tried;
        const candidates = spreadRows(rows ?? [], axes, basis, new Set(excluded));
        const result = spreadBudget(candidates, amount ?? 0, elasticity);
        setRest(result.rest);
        simulation.propose(
          new Map(
            [...result.parts].map(([key, yen]) => [
              key,
              { by: AdAnalyzeAdjustmentItem.CURRENCY, amount: yen },
            ]),
          ),
          elasticity,
          isAttributedMeasure(basis) ? ATTRIBUTED_TAB : null,
        );
      },
    }),
    [amount, basis, excluded, rest, simulation, rows, axes],
  );
}
