import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Flag, Instant, Int, Ref, Setting, Varchar } from '../../db/columns';

@Entity('app_user')
@Index('ux_user_email', ['emailKey'], { unique: true })
@Index('ix_user_company', ['companyId'])
@Index('ux_user_external', ['companyId', 'externalId'], { unique: true })
export class User extends Setting {
  @Ref() companyId!: number;

  /** Set for users of an agency: they see only its ads. */
  @Ref({ nullable: true }) agencyId!: number | null;
  @Varchar(255) userName!: string;
  @Varchar(254) email!: string;

  /** The email in lower case: unique across all companies. */
  @Varchar(254) emailKey!: string;

  /** Role: 1 ADMIN, 2 MANAGER, 3 ANALYST, 4 AGENCY. */
  @Int() roleType!: number;
  @Varchar(255) passwordHash!: string;
  @Flag({ default: 1 }) status: boolean = true;
  @Instant({ nullable: true }) lastLogin!: Date | null;

  /** The language last used in the console, and the language of mails. */
  @Varchar(8, { nullable: true }) locale!: string | null;

  /** Id at the company's identity provider, which SCIM sends: unique within the company. */
  @Varchar(255, { nullable: true }) externalId!: string | null;
}

/** The products assigned to users other than ADMIN. */
@Entity()
export class UserProduct {
  @PrimaryColumn({ type: 'integer' }) userId!: number;
  @PrimaryColumn({ type: 'integer' }) productId!: number;
}
