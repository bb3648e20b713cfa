import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, LongText, Millis, Ref, Varchar } from '../db/columns';

/** One erasure of a person's data, and its receipt. Once it is done nothing in it says whom it was about. */
@Entity()
@Index('ux_erasure_number', ['number'], { unique: true })
@Index('ix_erasure_product', ['productId', 'requestedAt'])
@Index('ix_erasure_subject', ['productId', 'subjectDigest'])
export class Erasure {
  @Id() id!: number;

  /** The receipt's number. */
  @Varchar(32) number!: string;
  @Ref() companyId!: number;
  @Ref() productId!: number;

  /** user, visitor or conversion: by what the person was named. */
  @Varchar(16) subjectKind!: string;

  /** Keyed digest of that name: by it the same request is told again. */
  @Varchar(43) subjectDigest!: string;
  @Millis() requestedAt!: number;
  @Ref({ nullable: true }) userId!: number | null;
  @Varchar(255) userName!: string;

  /** Null while it is under way. */
  @Millis({ nullable: true }) finishedAt!: number | null;

  /** How much of each kind was erased, as JSON. */
  @LongText({ nullable: false }) counts!: string;

  /** How far it is, as JSON; gone when it is done. */
  @LongText() work!: string | null;
}

/** An id of the person that an erasure under way is about: there may be thousands. Gone when it is done. */
@Entity()
export class ErasureSubject {
  @PrimaryColumn({ type: 'integer' }) erasureId!: number;

  /** visitor or user. */
  @PrimaryColumn({ type: 'varchar', length: 16 }) kind!: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) personId!: string;
}

/** That a person's data were erased: events of before that come later are stored without anything of the person. */
@Entity()
export class ErasedPerson {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** Keyed digest of a visitor's or customer's id. */
  @PrimaryColumn({ type: 'varchar', length: 43 }) digest!: string;
  @Millis() erasedAt!: number;
}

/** The key of a product's digests of persons. */
@Entity()
export class PersonalKey {
  @PrimaryColumn({ type: 'integer' }) productId!: number;
  @Varchar(64) secret!: string;
}

/** A visitor or customer whose conversions of forgotten days still bear the own id, because later days do. */
@Entity()
export class PlainKey {
  @PrimaryColumn({ type: 'integer' }) productId!: number;

  /** visitor or user. */
  @PrimaryColumn({ type: 'varchar', length: 16 }) kind!: string;
  @PrimaryColumn({ type: 'varchar', length: 255 }) id!: string;
}
