/** Which cost of a row is changed. */
export const AdAnalyzeSimulationItem = { AD_COST: 1, AD_COST_UNAPPROVED: 2 } as const;
export type AdAnalyzeSimulationItem = (typeof AdAnalyzeSimulationItem)[keyof typeof AdAnalyzeSimulationItem];

/** Whether it is changed by percent of itself or by yen. */
export const AdAnalyzeAdjustmentItem = { PERCENT: 1, CURRENCY: 2 } as const;
export type AdAnalyzeAdjustmentItem = (typeof AdAnalyzeAdjustmentItem)[keyof typeof AdAnalyzeAdjustmentItem];
