import { day, int, listOf, opt, typeOf } from '../fields';
import { query, resolver } from '../operation';
import { requestedPaths } from '../requested-fields';

export const DailyResolver = resolver({
  dailyFigures: query(
    typeOf('DailyFigures'),
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
