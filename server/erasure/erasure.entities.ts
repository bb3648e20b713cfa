import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, LongText, Millis, Ref, Varchar } from '../db/columns';

/** One erasure of a person's data, and its receipt. Once finished, it does not identify the person. */
@Entity()
@Index('ux_erasure_number', ['number'], { unique: true })
@Index('ix_erasure_product', ['productId', 'requestedAt'])
@Index('ix_erasure_subject', ['productId', 'subjectDigest'])
export class Erasure {
  @Id() id!: number;

  /** Number of the receipt. */
  @Varchar(32) number!: string;
  @Ref() companyId!: number;
  @Ref() productId!: number;

  /** Kind of id that identified the person: user, visitor or conversion. */
  @Varchar(16) subjectKind!: string;

  /** Keyed digest of that id; it recognizes a repeated request. */
  @Varchar(43) subjectDigest!: string;
  @Millis() requestedAt!: number;
  @Ref({ nullable: true }) userId!: number | null;
  @Varchar(255) userName!: string;

  /** Null while the erasure is running. */
  @Millis({ nullable: true }) finishedAt!: number | null;

  /** Erased rows by kind, as JSON. */
  @LongText({ nullable: false }) counts!: string;

  /** Progress as JSON; null once the erasure is finished. */
  @LongText() work!: string | null;
}

/** One id of the person of a running erasure. There may be thousands; all are deleted when it is finished. */
@Entity()
export class ErasureSubject {
  @PrimaryColumn({ type: 'integer' }) erasureId!: number;

  /** `visitor` or `user`. */
  @PrimaryColumn({ type: 'varchar', length: 16 }) kind!: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) personId!: string;
}

/** Record of an erased person. Late events from before the erasure are stored without personal data. */
@Entity()
export class ErasedPerson {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Keyed digest of a visitor or customer id. */
  @PrimaryColumn({ type: 'varchar', length: 43 }) digest!: string;
  @Millis() erasedAt!: number;
}

/** Secret key of a product's digests of persons. */
@Entity()
export class PersonalKey {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @Varchar(64) secret!: string;
}

/** A visitor or customer whose id stays in conversions of deleted days because later days still use it. */
@Entity()
export class PlainKey {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** `visitor` or `user`. */
  @PrimaryColumn({ type: 'varchar', length: 16 }) kind!: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) id!: string;
}
