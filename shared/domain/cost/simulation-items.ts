/** Cost that a simulation changes. */
export const AdAnalyzeSimulationItem = { AD_COST: 1, AD_COST_UNAPPROVED: 2 } as const;
export type AdAnalyzeSimulationItem = (typeof AdAnalyzeSimulationItem)[keyof typeof AdAnalyzeSimulationItem];

/** Unit of the change: percent of the cost, or yen. */
export const AdAnalyzeAdjustmentItem = { PERCENT: 1, CURRENCY: 2 } as const;
export type AdAnalyzeAdjustmentItem = (typeof AdAnalyzeAdjustmentItem)[keyof typeof AdAnalyzeAdjustmentItem];
