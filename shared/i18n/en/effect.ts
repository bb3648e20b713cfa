import type { effect as ja } from '../ja/effect';
import type { Texts } from '../texts';

export const effect: Texts<typeof ja> = {
  lead: 'Follows new customers by the month and the ad that acquired them: what they buy later, and when the ad is paid back.',
  measure: 'Measure',
  measures: {
    cv: 'Conversions',
    customers: 'Customers',
    amount: 'Sales',
    amount_cumulative: 'Cumulative sales',
    roas_cumulative: 'Cumulative ROAS',
  },
  columns: {
    acquisitionMonth: 'Acquired in',
    customers: 'Customers acquired',
    cost: 'Ad cost of the month',
    payback: 'Paid back in month',
    forecastFrom: 'Forecast from month',
    month: '{{measure}}, month {{month}}',
  },
};
