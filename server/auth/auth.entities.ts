import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, Millis, Flag, Id, Instant, LongId, Ref, Varchar } from '../db/columns';
import { Tracked } from '../db/revision-subscriber';

/** Failed attempts of one kind by one user or address, counted across processes. */
@Entity()
@Index('ix_attempt_end', ['failedUntil'])
export class Attempt {
  /** SHA-256 of the limit key, hexadecimal. Addresses aren't stored. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) name!: string;
  @Int() failed!: number;

  /** When the failures expire. */
  @Millis() failedUntil!: number;

  /** Attempts without an outcome yet. */
  @Int() pending!: number;

  /** When pending attempts expire, because their process has died. */
  @Millis() pendingUntil!: number;
}

/** A key that lets a server send events of one product. Only the hash of the secret is stored. */
@Tracked()
@Entity()
@Index('ux_api_key_hash', ['keyHash'], { unique: true })
@Index('ix_api_key_product', ['productId'])
export class ApiKey {
  @Id() id!: number;
  @Ref() productId!: number;
  @Varchar(255) name!: string;

  /** SHA-256 of the secret, hexadecimal. */
  @Varchar(64) keyHash!: string;

  /** First characters of the secret, which identify it. */
  @Varchar(16) prefix!: string;
  @Instant() createdAt: Date = new Date();
  @Instant({ nullable: true }) lastUsedAt!: Date | null;
}

/** One refresh token. All successors of one sign-in share the family. */
@Entity()
@Index('ux_refresh_token_hash', ['tokenHash'], { unique: true })
@Index('ix_refresh_token_family', ['family'])
@Index('ix_refresh_token_user', ['userId'])
export class RefreshToken {
  @LongId() id!: number;
  @Ref() userId!: number;
  @Varchar(36) family!: string;
  @Varchar(64) tokenHash!: string;
  @Flag() remember!: boolean;
  @Instant() createdAt: Date = new Date();

  /** When the family's first token was issued; null in a session from before the column. */
  @Instant({ nullable: true }) beganAt!: Date | null;
  @Instant() expiresAt!: Date;

  /** When it was exchanged for its successor. */
  @Instant({ nullable: true }) usedAt!: Date | null;
  @Instant({ nullable: true }) revokedAt!: Date | null;
  @Varchar(45, { nullable: true }) ip!: string | null;
  @Varchar(512, { nullable: true }) ua!: string | null;
}

@Entity()
@Index('ux_password_reset_hash', ['tokenHash'], { unique: true })
export class PasswordReset {
  @LongId() id!: number;
  @Ref() userId!: number;

  /** 'reset' or 'invitation'. */
  @Varchar(16, { default: 'reset' }) purpose: string = 'reset';
  @Varchar(64) tokenHash!: string;
  @Instant() expiresAt!: Date;
  @Instant({ nullable: true }) usedAt!: Date | null;
}

/** A right that a company set differently from the role's standard. */
@Entity()
export class RoleRight {
  @PrimaryColumn({ type: 'integer' }) companyId!: number;
  @PrimaryColumn({ type: 'integer' }) roleType!: number;
  @PrimaryColumn({ type: 'varchar', length: 64 }) menu!: string;

  /** 'none', 'view' or 'edit'. */
  @Varchar(8) level!: string;
  @Int({ default: 1 }) version: number = 1;
}
