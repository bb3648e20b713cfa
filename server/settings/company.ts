import { Entity } from 'typeorm';
import { Flag, LongText, Setting, Varchar } from '../db/columns';
import { Tracked } from '../db/revision-subscriber';
import type { SettingValues, SettingDefinition, Wrong } from '../records/setting-definition';

/** The tenant: owns products, agencies and users. */
@Tracked()
@Entity()
export class Company extends Setting {
  @Varchar(255) divName!: string;
  @Varchar(255, { nullable: true }) picName!: string | null;
  @Varchar(255, { nullable: true }) picEmail!: string | null;

  /** Comma-separated addresses or CIDR; empty allows all. */
  @LongText() loginAllowedIps!: string | null;
  @Varchar(32, { nullable: true }) tel!: string | null;
  @Varchar(255, { nullable: true }) address!: string | null;
  @Flag({ default: 1 }) status: boolean = true;
}

/** The actor's own company, the only one they can see. Its users can't deactivate it. */
export const companies: SettingDefinition<Company, SettingValues<'company'>> = {
  name: 'company',
  only: ['update'],
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  list: () => ({ keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'] }),
  validate: ({ values }): Wrong => (values.status ? {} : { status: { key: 'ownCompanyValid' } }),
};
