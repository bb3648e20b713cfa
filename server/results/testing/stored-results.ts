import type { Database } from '../../db/database';
import type { OracleResult } from './oracle';

interface Row {
  cv_setting_id: number;
  event_id: string;
  ad_id: number;
  result_type: number;
  result_method: number;
  interaction_id: string;
  interaction_number: number;
  approval_status: number;
  approval_amount_result: number;
  approval_args_result: number;
  exclude_duplicate_ips_result: number;
  exclude_duplicate_args_result: number;
  cv_cost_sen: number;
}

/** Reads the results of a product in the oracle's form. */
export async function storedResults(db: Database, productId: number): Promise<OracleResult[]> {
  const rows = await db.read<Row>(
    'SELECT r.*, c.cv_setting_id FROM result r JOIN conversion c ON c.id = r.conversion_id WHERE r.product_id = ?',
    [productId],
  );
  return rows.map((row) => ({
    cv: `${row.cv_setting_id}:${row.event_id}`,
    ad: row.ad_id,
    type: row.result_type,
    method: row.result_method,
    touch: row.interaction_id,
    position: row.interaction_number,
    status: row.approval_status,
    flags: [
      row.approval_amount_result,
      row.approval_args_result,
      row.exclude_duplicate_ips_result,
      row.exclude_duplicate_args_result,
    ],
    cost: row.cv_cost_sen / 100,
  }));
}

/** Sorts results for comparison. */
export const sortResults = (results: readonly OracleResult[]): OracleResult[] => {
  const key = ({ cv, ad }: OracleResult) => `${cv} ${ad}`;
  return [...results].sort((a, b) => (key(a) < key(b) ? -1 : 1));
};
