import {
  AlertCondition,
  AlertScope,
  findMeasure,
  readFigureConditions,
  type FigureCondition,
  type MeasureKey,
} from '../../shared/catalog';
import { thresholdValue, variationOf } from '../../shared/catalog/alert';
import { isCeiling, targetOf } from '../../shared/catalog/target';
import type { AlertRule } from '../../shared/domain/watch';
import { locales, type Locale } from '../../shared/i18n/messages';
import type { Day } from '../../shared/domain/calendar';
import type { SettingValues } from '../records/setting-definition';
import { select } from '../db/statements';
import type { Database } from '../db/database';

/** An alert as it is evaluated and sent. */
export interface AlertDefinition {
  readonly id: number;
  readonly version: number;
  readonly productId: number;
  readonly companyId: number;
  readonly productName: string;
  readonly title: string;
  readonly measure: MeasureKey;
  readonly rule: AlertRule;
  /** Conditions on the metric values of a case; others are not checked. */
  readonly figures: readonly FigureCondition[];
  readonly scope: AlertScope;
  readonly adId: number | null;
  readonly hour: number;
  readonly channel: number;
  readonly recipients: readonly string[];
  readonly webhookUrl: string | null;
  readonly locale: Locale;
  /** Status of the alert and its company. */
  readonly status: boolean;
  /** The last evaluated day. */
  readonly judgedDay: Day | null;
  /** The first day to evaluate; null: any finished day. */
  readonly fromDay: Day | null;
}

/** Identity and progress of an alert, beside its settings. */
interface AlertIdentity {
  readonly id: number;
  readonly version: number;
  readonly productId: number;
  readonly companyId: number;
  readonly productName: string;
  readonly judgedDay: Day | null;
  readonly fromDay: Day | null;
}

/** Settings of an alert, as stored. */
type StoredAlert = Pick<
  SettingValues<'alert'>,
  | 'title'
  | 'measure'
  | 'rule'
  | 'threshold'
  | 'figures'
  | 'scope'
  | 'adId'
  | 'hour'
  | 'channel'
  | 'recipients'
  | 'webhookUrl'
  | 'locale'
  | 'status'
>;

function ruleOf({ rule, threshold }: StoredAlert, measure: MeasureKey): AlertRule {
  if (rule === AlertCondition.UNUSUAL) return { is: 'unusual', kind: variationOf(measure) };
  const target = targetOf(measure);
  if (rule === AlertCondition.PACE && target)
    return { is: 'pace', isCeiling: isCeiling(target), tolerance: Number(threshold ?? 0) / 100 };
  return {
    is: rule === AlertCondition.ABOVE ? 'above' : 'below',
    threshold: thresholdValue(measure, Number(threshold ?? 0)),
  };
}

/** Builds an alert from its settings; null if this version does not know its measure. */
export function alertOf(stored: StoredAlert, identity: AlertIdentity): AlertDefinition | null {
  const measure = findMeasure(stored.measure ?? '');
  if (!measure) return null;
  const { title, scope, adId, channel, recipients, webhookUrl, locale } = stored;
  return {
    ...identity,
    title: title ?? '',
    measure,
    rule: ruleOf(stored, measure),
    figures: readFigureConditions(stored.figures),
    scope,
    adId: scope === AlertScope.ONE_AD ? adId : null,
    hour: Number(stored.hour),
    channel,
    recipients: recipients?.split(',') ?? [],
    webhookUrl,
    locale: locales.find((one) => one === locale) ?? 'ja',
    status: Boolean(Number(stored.status)),
  };
}

/** Reads an alert by id; null if it is deleted, or this version does not know its measure. */
export async function readAlert(db: Database, id: number): Promise<AlertDefinition | null> {
  const [row] = await select<StoredAlert & AlertIdentity>(db)`SELECT a.id, a.version,
    a.product_id AS productId, p.company_id AS companyId, p.product_name AS productName, a.title, a.measure,
    a.rule, a.threshold, a.figures, a.scope, a.ad_id AS adId, a.hour, a.channel, a.recipients,
    a.webhook_url AS webhookUrl, a.locale, a.judged_day AS judgedDay, a.from_day AS fromDay,
    CASE WHEN a.status = 1 AND c.status = 1 THEN 1 ELSE 0 END AS status FROM alert a
    JOIN product p ON p.id = a.product_id JOIN company c ON c.id = p.company_id WHERE a.id = ${id}`;
  return row ? alertOf(row, row) : null;
}
