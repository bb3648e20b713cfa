import type { EffectCohort } from './use-effect-data';

/** Returns the columns of the download. Each forecast month has an adjacent column with its margin. */
export function fileColumns(
  months: number,
  noted: boolean,
  together: boolean,
  cohorts: readonly { readonly months: readonly Pick<EffectCohort['months'][number], 'forecast'>[] }[],
): string[] {
  const monthColumns = Array.from({ length: months + 1 }, (_, month) => {
    const forecast = cohorts.some((cohort) => cohort.months[month]?.forecast);
    return [`month_${month}`, ...(forecast ? [`month_${month}_error`] : [])];
  });
  return [
    ...(together ? [] : ['acquisition_month']),
    'customers',
    'cost',
    'ltv',
    'payback_month',
    'forecast_from',
    ...(noted && !together ? ['notes'] : []),
    ...monthColumns.flat(),
  ];
}
