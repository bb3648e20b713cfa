import type { AxisKey } from '../../../../../shared/catalog';
import {
  createSimulator,
  type Simulated,
  type Simulation,
  type Simulator,
} from '../../../../../shared/catalog/simulation';
import { costRowKey } from '../../../../../shared/domain/cost';
import { isWithoutAd, rowOnAxis, type ReportData, type ReportRow } from '../../../kit/report/answer';

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
