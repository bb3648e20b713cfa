import type { Tx } from '../../database';
import { AnalyzeSetting } from '../../../settings/analyze-setting/analyze-setting.entity';
import { newRow } from './new-row';

/**
 * Stores the company's first custom item: cost and return of each ad network in three months. The other items
 * stay empty.
 */
export async function createCustomItem(tx: Tx, companyId: number): Promise<void> {
  const settings = {
    columns: ['ad_cost', 'cv_total_final', 'cpa', 'amount_sum', 'roas', 'profit'],
    axes: ['asp'],
    period: 'd90',
    comparison: 'previous',
    sort: '-profit',
    chart: 'bar',
  };
  await tx.manager.save(
    newRow(AnalyzeSetting, {
      companyId,
      userId: null,
      ownerKey: 0,
      item: 1,
      title: 'ASP別の採算',
      settings: JSON.stringify(settings),
    }),
  );
}
