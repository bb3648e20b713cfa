import { isDeletable } from '../records/setting-fields';
import { settingEntries, type SettingListName } from '../settings/settings';
import { snake, type Naming } from './names';
import { both, changes, writes, type Route } from './route';

/** The medium's parameters, as the specification names them on ad networks. */
const aspParameters = {
  aXclidFlag: 'xclid_flag',
  aXclid: 'xclid',
  aSesFlag: 'media_session_flag',
  aSes: 'media_session',
  aKey1Flag: 'media_management1_flag',
  aKey1: 'media_management1',
  aKey2Flag: 'media_management2_flag',
  aKey2: 'media_management2',
  aKey3Flag: 'media_management3_flag',
  aKey3: 'media_management3',
};

/** Deviations of a setting's routes from its setting. */
const settingAnswers: Partial<
  Record<
    SettingListName,
    Pick<Naming, 'also' | 'instead'> & { readonly id?: null; readonly methods?: readonly ['patch'] }
  >
> = {
  users: { methods: ['patch'] },
  agencies: { methods: ['patch'] },
  // The specification's sample data name the automatic approval of an ad `approval_flag`.
  ads: { also: { status: 'ad_status', autoApproval: 'approval_flag' } },
  asps: { instead: aspParameters },
  cvSettings: { also: { cvType: 'type' } },
  // Settings with only `id`.
  adCategories: { id: null },
  adTypes: { id: null },
  domains: { id: null },
};

/** Returns the routes of a setting; one that can't be deleted has update routes only. */
const routesOf = ([many, setting]: (typeof settingEntries)[number]): Route[] => {
  const { id, also, instead, methods } = settingAnswers[many] ?? {};
  const naming = { also, instead, ...(id !== null && { id: `${snake(setting.one)}_id` }) };
  const path = `/${snake(many)}`;
  return [
    ...both(path, many, setting.one, naming),
    ...changes(path, setting.type, naming, methods),
    ...(isDeletable(setting) ? writes(path, setting.type, naming) : []),
  ];
};

/** Routes of all settings, from their definitions. */
export const settingRoutes: readonly Route[] = settingEntries.flatMap(routesOf);
