import { settings } from '../../../generated/settings';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';
import { settingScreens } from '../../../kit/setting/setting-screens';

/** Domains of landing pages that pass visitors on to other domains. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.domain, { key: 'crossdomain_setting', form: oneSection('crossdomain') }),
);
