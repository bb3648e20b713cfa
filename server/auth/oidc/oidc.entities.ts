import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Instant, Int, LongText, Ref, Varchar } from '../../db/columns';

/** The identity provider of a company, for single sign-on by OpenID Connect. */
@Entity()
export class IdentityProvider {
  @PrimaryColumn({ type: 'integer' }) companyId!: number;
  @Int() version!: number;
  @Varchar(255) issuer!: string;
  @Varchar(255) clientId!: string;

  /** Client secret, encrypted by a key outside the database. */
  @LongText({ nullable: false }) sealedSecret!: string;

  /** Claim that names the user's roles, and its values by line: `value=ROLE`. */
  @Varchar(255, { nullable: true }) roleClaim!: string | null;
  @LongText() roleMapping!: string | null;
  @Flag() enabled!: boolean;

  /** Whether only the emergency user can sign in with a password. */
  @Flag() passwordsOff!: boolean;
  @Int({ nullable: true }) emergencyUserId!: number | null;
}

/** An e-mail domain whose users sign in at their company's identity provider. */
@Entity()
@Index('ix_identity_domain_company', ['companyId'])
export class IdentityDomain {
  @PrimaryColumn({ type: 'varchar', length: 253 }) domain!: string;
  @Ref() companyId!: number;
}

/** A user's account at an identity provider. */
@Entity()
@Index('ux_user_identity_user', ['userId', 'issuer'], { unique: true })
export class UserIdentity {
  /** SHA-256 of issuer and subject, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) identityHash!: string;
  @Ref() userId!: number;
  @Varchar(255) issuer!: string;
  @Varchar(255) subject!: string;
  @Instant() createdAt: Date = new Date();
  @Instant() lastUsedAt: Date = new Date();
}

/** A session that began at an identity provider. */
@Entity()
@Index('ix_provider_session_user', ['userId'])
export class ProviderSession {
  /** Family of the refresh tokens. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) family!: string;
  @Ref() userId!: number;

  /** Where the browser ends the provider's session with ours; null if nowhere. */
  @LongText() logoutUrl!: string | null;
}
