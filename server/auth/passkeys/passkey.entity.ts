import { Entity, Index } from 'typeorm';
import { Flag, Id, Instant, LongText, Millis, Ref, Varchar } from '../../db/columns';

/** A passkey of a user. The database holds only its public key. */
@Entity()
@Index('ix_passkey_user', ['userId'])
@Index('ux_passkey_credential', ['credentialHash'], { unique: true })
export class Passkey {
  @Id() id!: number;
  @Ref() userId!: number;

  /** SHA-256 of the credential id, which is too long for an index. */
  @Varchar(64) credentialHash!: string;

  /** Base64url, like the public key (COSE). */
  @LongText({ nullable: false }) credentialId!: string;
  @LongText({ nullable: false }) publicKey!: string;

  /** Number of uses that the authenticator counts; always 0 for synced passkeys. */
  @Millis() counter!: number;

  /** How browsers reach the authenticator, comma-joined. */
  @Varchar(255) transports!: string;

  @Varchar(255) name!: string;

  /** Whether it signs in without the password. */
  @Flag() passwordless!: boolean;

  @Instant() createdAt!: Date;
  @Instant({ nullable: true }) lastUsedAt!: Date | null;
}
