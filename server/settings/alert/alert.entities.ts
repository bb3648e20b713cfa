import { Column, Entity, Index } from 'typeorm';
import { AlertChannel, AlertCondition, AlertScope } from '../../../shared/catalog';
import { Flag, Id, Int, Millis, Ref, Setting, Varchar } from '../../db/columns';

/** A measure of a product that is watched day by day. */
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

  /** As it is shown: of ratios in percent. */
  @Column({ type: 'double', nullable: true })
  threshold!: number | null;

  /** AlertScope. */
  @Int()
  scope: number = AlertScope.PRODUCT;

  /** Of one ad. */
  @Ref({ nullable: true })
  adId!: number | null;

  /** Hour of the Tokyo day from which on the day before is judged. */
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

  /** The language that people are told in. */
  @Varchar(5)
  locale: string = 'ja';

  @Flag()
  status: boolean = true;

  /** The last Tokyo day that was judged. */
  @Int({ nullable: true })
  judgedDay!: number | null;

  /** The first Tokyo day that it judges as it is; null: whichever is over. */
  @Int({ nullable: true })
  fromDay!: number | null;
}

/** What raised an alert: one case of one day. */
@Entity()
@Index('ux_alert_firing_case', ['alertId', 'day', 'adId'], { unique: true })
export class AlertFiring {
  @Id()
  id!: number;

  @Ref()
  alertId!: number;

  /** The Tokyo day that was judged. */
  @Int()
  day!: number;

  /** 0: the product as a whole. */
  @Ref()
  adId!: number;

  /** REST name of the measure as it was watched then. */
  @Varchar(255)
  measure!: string;

  @Column({ type: 'double' })
  value!: number;

  /** Between what nothing would have been said; null: no bound on this side. */
  @Column({ type: 'double', nullable: true })
  low!: number | null;

  @Column({ type: 'double', nullable: true })
  high!: number | null;

  /** Of the same weekdays before. */
  @Column({ type: 'double', nullable: true })
  median!: number | null;

  @Millis()
  createdAt!: number;
}
