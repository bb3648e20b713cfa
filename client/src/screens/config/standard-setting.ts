import { settings } from '../../generated/settings';
import type { SettingName } from '../../../../shared/settings';
import { oneSection } from '../../kit/form/form-definition';
import { defineSetting, type SettingDocuments } from '../../kit/setting/define-setting';
import type { SettingKey } from '../../kit/setting/setting';
import { settingScreens } from '../../kit/setting/setting-screens';

type StandardKey = SettingKey & keyof typeof settings;

/** A route with standard screens has the key of its setting. */
const isStandard = (key: string): key is StandardKey => key in settings;

/** Creates the screens of a setting that declares none: its fields in order, with their labels. */
export function standardScreens(key: string) {
  if (!isStandard(key)) throw new Error(`No screen for the setting ${key}`);
  const setting: SettingDocuments & { name: SettingName } = settings[key];
  return settingScreens(defineSetting(setting, { key, form: oneSection(setting.name) }));
}
