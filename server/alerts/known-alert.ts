import { AlertCondition, AlertScope, findMeasure, grantOf, rightKeys, RoleType, type MeasureKey } from '../../shared/catalog';
import { thresholdValue, varies } from '../../shared/catalog/alert';
import type { AlertRule } from '../../shared/domain/watch';
import { isLocale, type Locale } from '../../shared/i18n/messages';
import { recordOf } from '../../shared/records';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';

/** An alert as it is judged and told of. */
export interface KnownAlert {
  readonly id: number;
  readonly version: number;
  readonly productId: number;
  readonly companyId: number;
  readonly productName: string;
  readonly title: string;
  readonly measure: MeasureKey;
  readonly rule: AlertRule;
  readonly scope: AlertScope;
  readonly adId: number | null;
  readonly channel: number;
  readonly recipients: readonly string[];
  readonly webhookUrl: string | null;
  readonly locale: Locale;
  /** Of the alert and its company. */
  readonly status: boolean;
}

interface Row {
  id: number;
  version: number;
  product_id: number;
  company_id: number;
  product_name: string;
  title: string;
  measure: string;
  rule: number;
  threshold: number | null;
  scope: AlertScope;
  ad_id: number | null;
  channel: number;
  recipients: string | null;
  webhook_url: string | null;
  locale: string;
  valid: number;
}

function ruleOf({ rule, threshold }: Row, measure: MeasureKey): AlertRule {
  if (rule === AlertCondition.UNUSUAL) return { is: 'unusual', kind: varies(measure) };
  return { is: rule === AlertCondition.ABOVE ? 'above' : 'below', threshold: thresholdValue(measure, Number(threshold ?? 0)) };
}

/** The alert with an id; null where it is gone, or watches what this version does not measure. */
export async function knownAlert(db: Database, id: number): Promise<KnownAlert | null> {
  const [row] = await db.read<Row>(
    `SELECT a.id, a.version, a.product_id, p.company_id, p.product_name, a.title, a.measure, a.rule, a.threshold, a.scope, a.ad_id, a.channel, a.recipients, a.webhook_url,
       a.locale, CASE WHEN a.status = 1 AND c.status = 1 THEN 1 ELSE 0 END AS valid
     FROM alert a JOIN product p ON p.id = a.product_id JOIN company c ON c.id = p.company_id WHERE a.id = ?`,
    [id],
  );
  const measure = row && findMeasure(row.measure);
  if (!row || !measure) return null;
  return {
    id: row.id,
    version: row.version,
    productId: row.product_id,
    companyId: row.company_id,
    productName: row.product_name,
    title: row.title,
    measure,
    rule: ruleOf(row, measure),
    scope: row.scope,
    adId: row.scope === AlertScope.ONE_AD ? row.ad_id : null,
    channel: row.channel,
    recipients: row.recipients?.split(',') ?? [],
    webhookUrl: row.webhook_url,
    locale: isLocale(row.locale) ? row.locale : 'ja',
    status: Number(row.valid) === 1,
  };
}

/** Who reads figures for an alert: nobody in person, with the sight of an ADMIN on this one product. */
export const watcher = ({ companyId, productId }: Pick<KnownAlert, 'companyId' | 'productId'>): Actor => ({
  userId: 0,
  companyId,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  grants: recordOf(rightKeys, (menu) => grantOf(menu, RoleType.ADMIN)),
  family: '',
});
