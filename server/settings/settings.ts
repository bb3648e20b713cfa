import { entriesOf, keysOf, recordOf } from '../../shared/records';
import type { ListService } from '../records/list.service';
import type { SettingDefinition, Urls } from '../records/setting-definition';
import { namesOf, type SettingNames } from '../records/setting-fields';
import { settingService } from '../records/setting-list';
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
export type SettingListName = keyof Settings;

/** The write services of all settings, by list name. */
export type WriteServices = {
  readonly [Name in SettingListName]: WriteService<InstanceType<Settings[Name]['target']>>;
};

// A setting's callbacks only receive its own rows.
const definitions: Readonly<Record<SettingListName, SettingDefinition>> = settings;
const settingNames = keysOf(settings);

/** All settings with their list name and API names. */
export const settingEntries = entriesOf(definitions).map(
  ([name, definition]): readonly [SettingListName, SettingDefinition & SettingNames] => [
    name,
    { ...definition, ...namesOf(definition) },
  ],
);

/** Creates the list services of all settings. */
export const settingServices = (db: Database, urls: Urls): Record<SettingListName, ListService> =>
  recordOf(settingNames, (name) => settingService(db, definitions[name], urls));

/** Creates the write services of all settings. @param mayCall returns whether a webhook URL may be saved */
export const settingWriters = (
  db: Database,
  lists: Record<SettingListName, ListService>,
  now: () => number,
  mayCall: MayCall,
): WriteServices =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- each is created from the definition of the same name
  recordOf(
    settingNames,
    (name) => new WriteService(db, lists[name], definitions[name], now, mayCall),
  ) as WriteServices;
