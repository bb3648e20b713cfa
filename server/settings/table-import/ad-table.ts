import { idsByName } from './import-references';
import type { TableMatching } from './table-import.service';

const nameIn = ({ adName }: { readonly adName?: unknown }): string | null =>
  typeof adName === 'string' ? adName.trim() : null;

/** Rows of a table of ads match an ad by its name. */
export const adTable: TableMatching = {
  right: 'ads',
  keyField: 'adName',
  keyOf: nameIn,
  labelOf: (_row, input) => nameIn(input),
  existing: (context, productId) => idsByName(context, 'ad', 'ad_name', productId),
};
