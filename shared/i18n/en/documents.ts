import type { documents as ja } from '../ja/documents';
import type { Texts } from '../texts';

/** The heading of exported files. */
export const documents: Texts<typeof ja> = {
  product: 'Product',
  compared: 'Compared with',
  filters: 'Filter',
  keyword: 'Keyword',
  writtenAt: 'Exported at',
};
