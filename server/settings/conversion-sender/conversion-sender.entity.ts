import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { SendWhen, SentValue } from '../../../shared/catalog';
import type { Credentials } from '../../../shared/catalog/platforms';
import { Flag, Instant, Int, LongText, Ref, Setting, Varchar, Yen } from '../../db/columns';

/** Texts by name, as JSON. */
const textMap = {
  to: (value: Credentials | undefined) => (value === undefined ? value : JSON.stringify(value)),
  from: (value: string | null): Credentials => JSON.parse(value ?? '{}'),
};

/** Sends conversions of a product to an ad platform. */
@Entity()
@Index('ix_conversion_sender_product', ['productId'])
export class ConversionSender extends Setting {
  @Ref() productId!: number;

  /** Key of the platform. */
  @Varchar(32) platform!: string;
  @Varchar(255) name!: string;

  /** Credentials by name; secret ones as `***`. */
  @Column({ type: 'text', transformer: textMap }) credentials: Credentials = {};

  /** The secret credentials, encrypted. */
  @LongText() sealedCredentials!: string | null;

  /** When a secret was entered last. */
  @Instant({ nullable: true }) secretsChangedAt!: Date | null;

  /** SendWhen. */
  @Int() sendWhen: number = SendWhen.CREATION;

  /** SentValue. */
  @Int() valueKind: number = SentValue.AMOUNT;
  @Yen('value_fixed_sen', { nullable: true }) valueFixed!: number | null;
  @Flag() consentRequired: boolean = true;
  @Flag() testMode: boolean = false;
  @Flag() status: boolean = true;

  /** Replaces scheme and host of the platform's address. */
  @Varchar(2048, { nullable: true }) baseUrl!: string | null;
}

/** The CV settings that a sender covers; none: all. */
@Entity()
export class ConversionSenderCv {
  @PrimaryColumn({ type: 'integer' }) senderId!: number;
  @PrimaryColumn({ type: 'integer' }) cvSettingId!: number;
}
