import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Id, Instant, Int, Millis, Ref, Varchar } from '../../db/columns';

/** The authenticator app of a user. */
@Entity()
export class SecondFactor {
  @PrimaryColumn({ type: 'integer' }) userId!: number;

  /** TOTP secret, encrypted by a key outside the database. */
  @Varchar(255) sealedSecret!: string;

  /** When it was confirmed with a first code; null during the set-up. */
  @Instant({ nullable: true }) activeSince!: Date | null;

  /** Time step of the last accepted code. No step is accepted twice. */
  @Millis() lastStep!: number;
}

/** An unused recovery code of a user. Only the hash is stored; use deletes the row. */
@Entity()
@Index('ix_recovery_code_user', ['userId'])
export class RecoveryCode {
  @Id() id!: number;
  @Ref() userId!: number;

  /** Argon2id hash. */
  @Varchar(255) codeHash!: string;
}

/** A company's rule of who needs a second factor. Without a row nobody does. */
@Entity()
export class SignInPolicy {
  @PrimaryColumn({ type: 'integer' }) companyId!: number;

  /** Comma-separated roles that need a second factor. */
  @Varchar(32) factorRoles!: string;

  /** First Tokyo day on which they can't sign in without one; null: at once. */
  @Int({ nullable: true }) factorFrom!: number | null;
  @Int() version!: number;
}
