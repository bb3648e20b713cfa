import { trackerUrlOf } from '../../shared/domain/delivery';
import type { Row, SourceField } from '../records/list-definition';
import { textOrNull } from '../records/row-values';
import type { Urls } from '../records/setting-definition';

/** Row field with the tracking host of the row's product. */
const HOST = 'product$trackerHost';

/**
 * Returns the tracking links of rows with a product and a code: `fields` extend a list's fields, `needs` are
 * the sources of a computed field, and `of` makes the link of a row.
 */
export const trackerLinks = ({ trackerUrl }: Urls) => {
  const fields: Readonly<Record<string, SourceField>> = {
    [HOST]: { sql: 't_product.tracker_host', join: 'JOIN product t_product ON t_product.id = e.product_id' },
  };
  return {
    fields,
    needs: ['code', HOST],
    of: (row: Row): string => `${trackerUrlOf(trackerUrl, textOrNull(row[HOST]))}/r/${String(row.code)}`,
  };
};
