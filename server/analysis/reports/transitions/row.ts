import type { Part } from '../../report/report';
import type { Payback, TransitionCell } from './cells';

/** What is told of a cohort. */
export interface TransitionFields {
  /** Month of the acquisition, yyyyMM. */
  acquisitionMonth: string;
  /** Customers acquired, by share. */
  customers: number;
  /** The ad's cost in that month, in yen. */
  cost: number;
  /** Days of ads whose cost a medium reports: where it is not zero, the cost holds media costs. */
  mediaCostDays: number;
  /** Sales of these customers up to now, at most to the last month, in yen. */
  amount: number;
  payback: Payback | null;
  /** By months after the acquisition, from 0. */
  months: Pick<TransitionCell, 'value' | 'forecast'>[];
  /** How far forecasts may be off, of the same months. */
  ranges: Pick<TransitionCell, 'low' | 'high'>[];
}

/** What a row of the ad effect report holds beside its axes; the total is of no month. */
export type TransitionRow = Omit<TransitionFields, 'acquisitionMonth'> & { acquisitionMonth: string | null };

/** A cohort's months as rows hold them. */
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

/** The same as the contract has it. */
export const transitionFields: Part['fields'] = {
  acquisitionMonth: 'text?',
  customers: 'float',
  cost: 'float',
  mediaCostDays: 'float',
  amount: 'float',
  payback: PAYBACK,
  ...MONTHS,
};

/** A cohort of all rows together. */
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
