import { day, int, listOf, objectType, opt, ref, typeOf } from '../fields';
import { query, resolver } from '../operation';
// Declares the type of the metric values.
import './report.resolvers';
import { requestedPaths } from '../requested-fields';

const DayMetricsType = objectType('DayFigures', { day, figures: ref(() => typeOf('Figures')) });
const DailyMetricsType = objectType('DailyFigures', { days: listOf(ref(() => DayMetricsType)) });

export const DailyResolver = resolver({
  dailyFigures: query(
    DailyMetricsType,
    {
      productId: int,
      dateFrom: day,
      dateTo: day,
      adIds: opt(listOf(int)),
      attributionModel: opt(int),
      evaluation: opt(int),
    },
    async ({ services, actor, info }, input) => ({
      days: await services.dailyMetrics(actor, { ...input, fields: requestedPaths(info, 'days') }),
    }),
  ),
});
