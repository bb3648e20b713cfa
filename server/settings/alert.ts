import { Column, Entity, Index } from 'typeorm';
import { AlertChannel, AlertCondition, AlertScope } from '../../shared/catalog';
import { firstDayAfterSave } from '../../shared/domain/watch';
import { Flag, Int, LongId, Millis, Ref, Setting, Varchar } from '../db/columns';
import { placeholders, type Database } from '../db/database';
import type { Row } from '../records/list-definition';
import { numberOrNull } from '../records/row-values';
import type { SettingValues, SettingDefinition, Wrong } from '../records/setting-definition';

/** A daily check of a product's measure. */
@Entity()
@Index('ix_alert_product', ['productId'])
@Index('ix_alert_due', ['status', 'hour', 'judgedDay'])
export class Alert extends Setting {
  @Ref() productId!: number;
  @Varchar(64) title!: string;

  /** REST name of the measure. */
  @Varchar(255) measure!: string;

  /** AlertCondition. */
  @Int() rule: number = AlertCondition.UNUSUAL;

  /** In displayed units: ratios in percent. */
  @Column({ type: 'double', nullable: true }) threshold!: number | null;

  /** Conditions on the metric values of a case (see FigureCondition), comma-joined; null: none. */
  @Varchar(1000, { nullable: true }) figures!: string | null;

  /** AlertScope. */
  @Int() scope: number = AlertScope.PRODUCT;

  /** The ad, for alerts on a single ad. */
  @Ref({ nullable: true }) adId!: number | null;

  /** Hour of the Tokyo day when the previous day is evaluated. */
  @Int() hour: number = 9;

  /** AlertChannel. */
  @Int() channel: number = AlertChannel.MAIL;

  /** Comma-separated. */
  @Varchar(1000, { nullable: true }) recipients!: string | null;
  @Varchar(2048, { nullable: true }) webhookUrl!: string | null;

  /** Language of the messages. */
  @Varchar(5) locale: string = 'ja';
  @Flag() status: boolean = true;

  /** The last Tokyo day that was evaluated. */
  @Int({ nullable: true }) judgedDay!: number | null;

  /** The first Tokyo day to evaluate with the current settings; null: any past day. */
  @Int({ nullable: true }) fromDay!: number | null;
}

/** A firing of an alert: one case on one day. */
@Entity()
@Index('ux_alert_firing_case', ['alertId', 'day', 'adId'], { unique: true })
export class AlertFiring {
  @LongId() id!: number;
  @Ref() alertId!: number;

  /** The Tokyo day that was evaluated. */
  @Int() day!: number;

  /** 0: the product as a whole. */
  @Ref() adId!: number;

  /** REST name of the measure at that time. */
  @Varchar(255) measure!: string;
  @Column({ type: 'double' }) value!: number;

  /** Expected range of the value; null: no bound on this side. */
  @Column({ type: 'double', nullable: true }) low!: number | null;
  @Column({ type: 'double', nullable: true }) high!: number | null;

  /** Median of the same weekdays before. */
  @Column({ type: 'double', nullable: true }) median!: number | null;
  @Millis() createdAt!: number;
}

/** Maximum number of alerts per product; each reads its measure once a day. */
const MAX_ALERTS = 50;

const LAST = ['lastDay', 'lastCases', 'lastMeasure', 'lastValue', 'lastLow', 'lastHigh'] as const;

interface LastFiring {
  readonly alert_id: number;
  readonly day: number;
  readonly cases: number | string;
  readonly measure: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** SQL of the time of the latest firing. */
const LAST_AT = `(SELECT f.created_at FROM alert_firing f WHERE f.alert_id = e.id ORDER BY f.day DESC, f.id LIMIT 1)`;

/** Fills in the latest firing of each alert. */
async function fillLast(db: Database, rows: readonly Row[]): Promise<void> {
  const ids = rows.flatMap(({ id }) => numberOrNull(id) ?? []);
  if (ids.length === 0) return;
  const firings = await db.read<LastFiring>(
    `SELECT l.alert_id, l.day, l.cases, f.measure, f.value, f.low, f.high
     FROM (SELECT d.alert_id, d.day, COUNT(*) AS cases, MIN(c.id) AS first
           FROM (SELECT alert_id, MAX(day) AS day FROM alert_firing WHERE alert_id IN (${placeholders(ids)}) GROUP BY alert_id) d
           JOIN alert_firing c ON c.alert_id = d.alert_id AND c.day = d.day GROUP BY d.alert_id, d.day) l
     JOIN alert_firing f ON f.id = l.first`,
    ids,
  );
  const byId = new Map(firings.map((last) => [last.alert_id, last]));
  for (const row of rows) {
    const last = byId.get(numberOrNull(row.id) ?? 0);
    const values = last
      ? {
          lastDay: last.day,
          lastCases: Number(last.cases),
          lastMeasure: last.measure,
          lastValue: last.value,
          lastLow: last.low,
          lastHigh: last.high,
        }
      : Object.fromEntries(LAST.map((name) => [name, null]));
    Object.assign(row, values);
  }
}

/** Alerts of a product. */
export const alerts: SettingDefinition<Alert, SettingValues<'alert'>> = {
  name: 'alert',
  fields: {
    id: 'int',
    productId: 'int',
    title: 'text',
    measure: 'text',
    rule: 'int',
    threshold: 'float?',
    figures: 'text?',
    scope: 'int',
    adId: 'int?',
    ad: 'label?',
    hour: 'int',
    channel: 'int',
    recipients: 'text?',
    webhookUrl: 'text?',
    locale: 'text',
    status: 'bool',
    judgedDay: 'day?',
    lastDay: 'day?',
    lastAt: 'instant?',
    lastCases: 'int?',
    lastMeasure: 'text?',
    lastValue: 'float?',
    lastLow: 'float?',
    lastHigh: 'float?',
  },
  filters: ['id', 'title', 'measure', 'rule', 'scope', 'adId', 'channel', 'status'],
  target: Alert,
  menu: 'alerts',
  owner: 'product',
  title: 'title',
  list: (db) => ({
    keyword: ['e.title'],
    labels: { ad: { id: 'e.ad_id', table: 'ad', column: 'ad_name' } },
    fields: {
      lastAt: { sql: LAST_AT, read: (value) => (value === null ? null : new Date(Number(value))) },
    },
    filters: { lastAt: { sql: LAST_AT, kind: 'instant' } },
    computed: Object.fromEntries(LAST.map((name) => [name, { needs: ['id'], make: () => null }])),
    complete: async (rows, { requested }) => {
      if (!requested || LAST.some((name) => requested.has(name))) await fillLast(db, rows);
    },
  }),
  calledUrl: ({ channel, webhookUrl }) => (channel === AlertChannel.WEBHOOK ? webhookUrl : null),
  validate: async ({ context: { tx }, current, productId }): Promise<Wrong> => {
    if (current || productId === null) return {};
    const count = await tx.manager.countBy(Alert, { productId });
    return count >= MAX_ALERTS ? { title: { key: 'tooMany', params: { count: MAX_ALERTS } } } : {};
  },
  complete: (row, { context: { at }, current, values }) => {
    row.fromDay = firstDayAfterSave(
      current && { ...current.values, fromDay: current.row.fromDay },
      values,
      at.getTime(),
    );
  },
  beforeRemove: async ({ id }, { tx }) => {
    await tx.execute('DELETE FROM alert_firing WHERE alert_id = ?', [id]);
  },
};
