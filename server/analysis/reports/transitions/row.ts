import type { Part } from '../../report/report';
import type { Payback, TransitionCell } from './cells';

/** Fields of a cohort. */
export interface TransitionFields {
  /** Month of the acquisition, yyyyMM. */
  acquisitionMonth: string;
  /** Customers acquired, by share. */
  customers: number;
  /** The ad's cost in that month, in yen. */
  cost: number;
  /** Number of ad days with a cost reported by a medium. If not zero, the cost includes media costs. */
  mediaCostDays: number;
  /** Sales of these customers up to now, at most to the last month, in yen. */
  amount: number;
  payback: Payback | null;
  /** By months after the acquisition, from 0. */
  months: Pick<TransitionCell, 'value' | 'forecast'>[];
  /** Error ranges of the forecasts, for the same months. */
  ranges: Pick<TransitionCell, 'low' | 'high'>[];
}

/** Fields of an ad effect row beside its axes; the total has no month. */
export type TransitionRow = Omit<TransitionFields, 'acquisitionMonth'> & { acquisitionMonth: string | null };

/** Returns a cohort's months as row fields. */
export const monthFields = (
  cells: readonly TransitionCell[],
): Pick<TransitionFields, 'months' | 'ranges'> => ({
  months: cells.map(({ value, forecast }) => ({ value, forecast })),
  ranges: cells.map(({ low, high }) => ({ low, high })),
});

const MONTHS: Part['fields'] = {
  months: { type: 'TransitionMonth', fields: { value: 'float?', forecast: 'bool' }, list: true },
  ranges: { type: 'TransitionRange', fields: { low: 'float?', high: 'float?' }, list: true },
};
const PAYBACK: Part = {
  type: 'TransitionPayback',
  fields: { month: 'int', forecast: 'bool' },
  nullable: true,
};

/** The same fields in the GraphQL contract. */
export const transitionFields: Part['fields'] = {
  acquisitionMonth: 'text?',
  customers: 'float',
  cost: 'float',
  mediaCostDays: 'float',
  amount: 'float',
  payback: PAYBACK,
  ...MONTHS,
};

/** A cohort over all rows. */
export const COHORT: Part = {
  type: 'TransitionCohort',
  fields: {
    acquisitionMonth: 'text',
    customers: 'float',
    cost: 'float',
    mediaCostDays: 'float',
    amount: 'float',
    payback: PAYBACK,
    ...MONTHS,
  },
  list: true,
};
