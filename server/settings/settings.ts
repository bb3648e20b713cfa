import { entriesOf, keysOf, recordOf } from '../../shared/records';
import type { ListService } from '../records/list.service';
import {
  namesOf,
  settingService,
  type SettingNames,
  type SettingRecord,
  type Urls,
} from '../records/setting-record';
import type { MayCall } from '../records/write/validate-change';
import { WriteService } from '../records/write/write.service';
import type { Database } from '../db/database';
import { adCategories } from './ad-category/ad-category.setting';
import { adTypes } from './ad-type/ad-type.setting';
import { ads } from './ad/ad.setting';
import { agencies } from './agency/agency.setting';
import { alerts } from './alert/alert.setting';
import { asps } from './asp/asp.setting';
import { companies } from './company/company.setting';
import { domains } from './crossdomain/crossdomain.setting';
import { customMeasures } from './custom-measure/custom-measure.setting';
import { cvSettings } from './cv-setting/cv-setting.setting';
import { notes } from './note/note.setting';
import { products } from './product/product.setting';
import { redirects } from './redirect/redirect.setting';
import { users } from './user/user.setting';

/** All settings, by list name. */
const settings = {
  companies,
  products,
  users,
  agencies,
  ads,
  asps,
  redirects,
  cvSettings,
  adCategories,
  adTypes,
  domains,
  customMeasures,
  alerts,
  notes,
} as const;

type Settings = typeof settings;
export type SettingName = keyof Settings;

/** The write services of all settings, by list name. */
export type WriteServices = {
  readonly [Name in SettingName]: WriteService<InstanceType<Settings[Name]['target']>>;
};

// A record's callbacks only receive rows of the same entity.
const records: Readonly<Record<SettingName, SettingRecord>> = settings;
const settingNames = keysOf(settings);

/** All settings with their list name and API names. */
export const settingEntries = entriesOf(records).map(
  ([name, record]): readonly [SettingName, SettingRecord & SettingNames] => [
    name,
    { ...record, ...namesOf(record) },
  ],
);

/** Creates the list services of all settings. */
export const settingServices = (db: Database, urls: Urls): Record<SettingName, ListService> =>
  recordOf(settingNames, (name) => settingService(db, records[name], urls));

/** Creates the write services of all settings. @param mayCall returns whether a webhook URL may be saved */
export const settingWriters = (
  db: Database,
  lists: Record<SettingName, ListService>,
  now: () => number,
  mayCall: MayCall,
): WriteServices =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- each is made of the record whose name it bears
  recordOf(
    settingNames,
    (name) => new WriteService(db, lists[name], records[name], now, mayCall),
  ) as WriteServices;
