import { Entity } from 'typeorm';
import { addressList } from '../../shared/address-list';
import { Failure } from '../auth/failure';
import { Flag, LongText, Setting, Varchar } from '../db/columns';
import { Tracked } from '../db/revision-subscriber';
import type { Change, SettingValues, SettingDefinition, Wrong } from '../records/setting-definition';

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

type CompanyValues = SettingValues<'company'>;

/**
 * Refuses a new list of addresses without the author's own until the change is confirmed.
 * @throws CONFLICT
 */
function requireOwnAddress({
  context: { client },
  values: { loginAllowedIps: list },
  current,
}: Change<Company, CompanyValues>): void {
  if (!list || list === current?.values.loginAllowedIps || client.confirmed || addressList(list)(client.ip))
    return;
  throw new Failure('CONFLICT', 'locksOut', {
    params: { ip: client.ip },
    fields: { loginAllowedIps: [{ key: 'locksOut', params: { ip: client.ip } }] },
  });
}

/** The actor's own company, the only one they can see. Its users can't deactivate it. */
export const companies: SettingDefinition<Company, CompanyValues> = {
  name: 'company',
  only: ['update'],
  target: Company,
  menu: 'companies',
  owner: 'self',
  title: 'divName',
  list: () => ({ keyword: ['e.div_name', 'e.pic_name', 'e.pic_email'] }),
  confirms: true,
  validate: (change): Wrong => {
    if (!change.values.status) return { status: { key: 'ownCompanyValid' } };
    requireOwnAddress(change);
    return {};
  },
};
