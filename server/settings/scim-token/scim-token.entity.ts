import { Entity, Index } from 'typeorm';
import { Id, Instant, Ref, Varchar } from '../../db/columns';

/** A company's token, with which its identity provider manages users by SCIM. */
@Entity()
@Index('ux_scim_token_hash', ['tokenHash'], { unique: true })
@Index('ix_scim_token_company', ['companyId'])
export class ScimToken {
  @Id() id!: number;
  @Ref() companyId!: number;
  @Varchar(255) name!: string;

  /** SHA-256 of the token, hexadecimal. */
  @Varchar(64) tokenHash!: string;

  /** First characters of the token, for identification. */
  @Varchar(16) prefix!: string;
  @Instant() createdAt: Date = new Date();
  @Instant({ nullable: true }) lastUsedAt!: Date | null;
}
