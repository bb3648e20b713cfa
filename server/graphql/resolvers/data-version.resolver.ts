import { day, int } from '../fields';
import { query, resolver } from '../operation';

export const DataVersionResolver = resolver({
  /**
   * Data version of these days: increases when their rollups change. A report returns the version it was read
   * at.
   */
  figureVersion: query(int, { productId: int, dateFrom: day, dateTo: day }, ({ services, actor }, args) =>
    services.dataVersion(actor, args.productId, { from: args.dateFrom, to: args.dateTo }),
  ),
});
