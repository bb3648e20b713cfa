import { Entity, Index } from 'typeorm';
import { LongText, Ref, Setting, Varchar } from '../../db/columns';

/** Runs ads for a company; its users see only its own ads. */
@Entity()
@Index('ix_agency_company', ['companyId'])
export class Agency extends Setting {
  @Ref()
  companyId!: number;

  @Varchar(255)
  agencyName!: string;

  @LongText()
  agencyDesc!: string | null;
}
