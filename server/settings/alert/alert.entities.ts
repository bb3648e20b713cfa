import { Column, Entity, Index } from 'typeorm';
import { AlertChannel, AlertCondition, AlertScope } from '../../../shared/catalog';
import { Flag, Id, Int, Millis, Ref, Setting, Varchar } from '../../db/columns';

/** A daily check of a product's measure. */
@Entity()
@Index('ix_alert_product', ['productId'])
@Index('ix_alert_due', ['status', 'hour', 'judgedDay'])
export class Alert extends Setting {
  @Ref()
  productId!: number;

  @Varchar(64)
  title!: string;

  /** REST name of the measure. */
  @Varchar(255)
  measure!: string;

  /** AlertCondition. */
  @Int()
  rule: number = AlertCondition.UNUSUAL;

  /** In displayed units: ratios in percent. */
  @Column({ type: 'double', nullable: true })
  threshold!: number | null;

  /** AlertScope. */
  @Int()
  scope: number = AlertScope.PRODUCT;

  /** The ad, for alerts on a single ad. */
  @Ref({ nullable: true })
  adId!: number | null;

  /** Hour of the Tokyo day when the previous day is evaluated. */
  @Int()
  hour: number = 9;

  /** AlertChannel. */
  @Int()
  channel: number = AlertChannel.MAIL;

  /** Comma-separated. */
  @Varchar(1000, { nullable: true })
  recipients!: string | null;

  @Varchar(2048, { nullable: true })
  webhookUrl!: string | null;

  /** Language of the messages. */
  @Varchar(5)
  locale: string = 'ja';

  @Flag()
  status: boolean = true;

  /** The last Tokyo day that was evaluated. */
  @Int({ nullable: true })
  judgedDay!: number | null;

  /** The first Tokyo day to evaluate with the current settings; null: any past day. */
  @Int({ nullable: true })
  fromDay!: number | null;
}

/** A firing of an alert: one case on one day. */
@Entity()
@Index('ux_alert_firing_case', ['alertId', 'day', 'adId'], { unique: true })
export class AlertFiring {
  @Id()
  id!: number;

  @Ref()
  alertId!: number;

  /** The Tokyo day that was evaluated. */
  @Int()
  day!: number;

  /** 0: the product as a whole. */
  @Ref()
  adId!: number;

  /** REST name of the measure at that time. */
  @Varchar(255)
  measure!: string;

  @Column({ type: 'double' })
  value!: number;

  /** Expected range of the value; null: no bound on this side. */
  @Column({ type: 'double', nullable: true })
  low!: number | null;

  @Column({ type: 'double', nullable: true })
  high!: number | null;

  /** Median of the same weekdays before. */
  @Column({ type: 'double', nullable: true })
  median!: number | null;

  @Millis()
  createdAt!: number;
}
