import { day, list, money } from './fields';

/** Fees of an ad or asp: periods with amounts, spread evenly over their days; overlaps add up. */
export const feeFields = {
  adFeeSetting: list(
    { periodFrom: day(true), periodTo: day(true), amount: money({ required: true }) },
    { max: 200 },
  ),
};
