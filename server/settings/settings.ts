import { keysOf, recordOf } from '../../shared/records';
import type { ListService } from '../records/list.service';
import type { SecretBox, SettingDefinition, Urls } from '../records/setting-definition';
import { namesOf, type SettingNames } from '../records/setting-fields';
import { settingService } from '../records/setting-list';
import type { MayCall } from '../records/write/validate-change';
import { WriteService } from '../records/write/write.service';
import type { Database } from '../db/database';
import { adCategories } from './ad-category';
import { adTypes } from './ad-type';
import { ads } from './ad/ad.setting';
import { agencies } from './agency';
import { alerts } from './alert';
import { allocationScenarios } from './allocation-scenario';
import { asps } from './asp/asp.setting';
import { clientReports } from './client-report/client-report.setting';
import { companies } from './company';
import { conversionSenders } from './conversion-sender/conversion-sender.setting';
import { domains } from './crossdomain';
import { experiments } from './experiment/experiment.setting';
import { customMeasures } from './custom-measure';
import { cvSettings } from './cv-setting';
import { notes } from './note';
import { products } from './product/product.setting';
import { redirects } from './redirect/redirect.setting';
import { savedViews } from './saved-view/saved-view.setting';
import { targets } from './target';
import { users } from './user/user.setting';

/** Settings whose operations are derived from their definitions, by list name. */
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
  targets,
  conversionSenders,
  experiments,
} as const;
/** All settings. Lists of the user settings have no pages, so their operations are declared one by one. */
const all = { ...settings, savedViews, clientReports, allocationScenarios } as const;

type AllSettings = typeof all;
type AnyListName = keyof AllSettings;
export type SettingListName = keyof typeof settings;

/** The write services of all settings, by list name. */
export type WriteServices = {
  readonly [Name in AnyListName]: WriteService<InstanceType<AllSettings[Name]['target']>>;
};

// A setting's callbacks only receive its own rows.
const definitions: Readonly<Record<AnyListName, SettingDefinition>> = all;
const listNames = keysOf(all);

/** Settings with derived operations, with their list name and API names. */
export const settingEntries = keysOf(settings).map(
  (name): readonly [SettingListName, SettingDefinition & SettingNames] => [
    name,
    { ...definitions[name], ...namesOf(definitions[name]) },
  ],
);

/** Creates the list services of all settings. */
export const settingServices = (db: Database, urls: Urls): Record<AnyListName, ListService> =>
  recordOf(listNames, (name) => settingService(db, definitions[name], urls));

/** Creates the write services of all settings. @param mayCall returns whether a webhook URL may be saved
 * @param secrets encrypts credentials
 */
export const settingWriters = (
  db: Database,
  lists: Record<AnyListName, ListService>,
  now: () => number,
  mayCall: MayCall,
  secrets: SecretBox,
): WriteServices =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- each is created from the definition of the same name
  recordOf(
    listNames,
    (name) => new WriteService(db, lists[name], definitions[name], now, mayCall, secrets),
  ) as WriteServices;
