import { dayOf, lastDays, monthOf } from '../../../shared/domain/calendar';
import { targetScope } from '../../../shared/catalog/target';
import { productReader } from '../../auth/actor';
import { reports, type ReportRow } from '../../analysis';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';
import { Target } from '../../settings/target';
import { newRow } from './new-row';

/** Growth of the targets over the last 30 days: of the product, and of its ads with the highest cost. */
const GROWTH = { product: 1.08, ads: [1.2, 0.95, 1.05, 1] } as const;

const DAYS = 30;

const rounded = (value: number, unit: number): number => Math.max(unit, Math.round(value / unit) * unit);

/** Returns the targets of a row that grows; cost grows less than results. */
function targetsOf({ figures }: ReportRow, growth: number): Partial<Target> {
  const cv = rounded((figures.cvTotalFinal ?? 0) * growth, 1);
  const cost = rounded((figures.adCost ?? 0) * (1 + growth) * 0.5, 1000);
  const amount = rounded((figures.amountSum ?? 0) * growth, 10_000);
  return { cv, cost, amount, cpa: rounded(cost / cv, 10), roas: Math.round((amount / cost) * 10) / 10 };
}

/** Stores this month's targets of the first product and of a few of its ads, from the last 30 days. */
export async function createTargets(db: Database, now: number): Promise<void> {
  const month = monthOf(dayOf(now));
  const { from, to } = lastDays(DAYS, dayOf(now));
  const [product] = await select<{ id: number; company_id: number }>(db)`SELECT id, company_id FROM product
    ORDER BY id LIMIT 1`;
  if (!product) return;
  const { id: productId, company_id: companyId } = product;
  const { results, total } = await reports.adSummaries.read(
    db,
    productReader({ companyId, productId }),
    { productId, dateFrom: from, dateTo: to, axis: ['ad'], sortName: 'ad_cost', sortAsc: false },
    now,
  );
  const ads = results.filter(({ adId, figures }) => adId && figures.cvTotalFinal && figures.adCost);
  const targets = [
    targetsOf(total, GROWTH.product),
    ...ads.slice(0, GROWTH.ads.length).map((row, at) => ({
      adId: row.adId ?? null,
      ...targetsOf(row, GROWTH.ads[at] ?? 1),
    })),
  ];
  await db.write(async (tx) => {
    for (const target of targets)
      await tx.manager.save(
        newRow(Target, { productId, month: String(month), ...target, scopeKey: targetScope(target) }),
      );
  });
}
