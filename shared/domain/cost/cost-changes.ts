import type { CostChange } from './simulation';
import { AdAnalyzeAdjustmentItem } from './simulation-items';

/** Changes by row key. */
export type CostChanges = ReadonlyMap<string, CostChange>;

/** Limits of a set of changes. */
export const costChangeLimits = {
  rows: 200,
  /** Characters of the changes as text. */
  text: 8000,
  percent: { min: -100, max: 10_000 },
  yen: { min: -1e12, max: 1e12 },
  elasticity: { min: 0, max: 5 },
} as const;

const SIGNS = { p: AdAnalyzeAdjustmentItem.PERCENT, y: AdAnalyzeAdjustmentItem.CURRENCY } as const;
/** `12:-20p`, `3.pc:50000y`: the row's value on each axis, then its change. */
const CHANGE = /^(\w{1,20}(?:\.\w{1,20}){0,9}):(-?\d{1,13}(?:\.\d{1,2})?)([py])$/;

/**
 * Returns the key of a row among the rows of the same axes: its id (or device) on each axis, 0 if the ad has
 * no value.
 */
export const costRowKey = (ids: readonly (string | number | null | undefined)[]): string =>
  ids.map((id) => id ?? 0).join('.');

/** Returns whether a change is within the limits. */
export function isValidChange({ by, amount }: CostChange): boolean {
  const { min, max } =
    by === AdAnalyzeAdjustmentItem.PERCENT ? costChangeLimits.percent : costChangeLimits.yen;
  return amount >= min && amount <= max;
}

/** Formats changes as URLs, arguments and stored scenarios write them: `12:-20p,15:50000y`. */
export const formatCostChanges = (changes: CostChanges): string =>
  [...changes]
    .map(([row, { by, amount }]) => `${row}:${amount}${by === AdAnalyzeAdjustmentItem.PERCENT ? 'p' : 'y'}`)
    .join(',');

/** Parses changes. Returns null if the text is malformed, changes a row twice or exceeds a limit. */
export function parseCostChanges(text: string): CostChanges | null {
  if (text.length > costChangeLimits.text) return null;
  const changes = new Map<string, CostChange>();
  for (const part of text.split(',').filter(Boolean)) {
    const [, row, amount, sign] = CHANGE.exec(part) ?? [];
    if (row === undefined || (sign !== 'p' && sign !== 'y') || changes.has(row)) return null;
    const change = { by: SIGNS[sign], amount: Number(amount) };
    if (!isValidChange(change)) return null;
    // A change by zero is dropped.
    if (change.amount !== 0) changes.set(row, change);
  }
  return changes.size > costChangeLimits.rows ? null : changes;
}
