import { routes } from '../../../shared/catalog';
import { texts } from '../../../shared/i18n';
import { startI18n } from '../i18n/i18n';
import { activeMenuKey } from './frame/navigation';
import { FULL_WINDOW, SCREENS } from './screens';

describe('routes and menu', () => {
  it('every route has a label in every language', () => {
    for (const [language, { menu }] of Object.entries(texts)) {
      const missing = routes.filter(({ key }) => !(menu as Record<string, unknown>)[key]);
      expect({ language, missing: missing.map(({ key }) => key) }).toEqual({ language, missing: [] });
    }
  });

  // rule: screens-01
  it('every route has a screen', () => {
    expect(routes.map(({ key }) => key).filter((key) => !SCREENS[key] && !FULL_WINDOW.has(key))).toEqual([]);
  });

  const settings = routes.filter(({ isSetting, parent }) => isSetting && parent === null);

  it('every setting has texts', () => {
    // One screen of two settings, with their own keys.
    const own = settings.filter(({ key }) => key !== 'category_setting');
    expect(own.map(({ key }) => key).filter((key) => !(key in texts.ja.setting))).toEqual([]);
  });

  it.each(settings.map(({ key }) => key))('the screens of %s can be created', async (key) => {
    await startI18n();
    await SCREENS[key]?.preload();
    await SCREENS[`${key}_detail`]?.preload();
  });

  it('every screen belongs to a route', () => {
    const keys = new Set(routes.map(({ key }) => key));
    expect([...Object.keys(SCREENS), ...FULL_WINDOW].filter((key) => !keys.has(key))).toEqual([]);
  });

  it.each([
    ['/analyze/ad-statistics', 'ad_statistics'],
    ['/config/user/12', 'user'],
    ['/config/user/12/password', 'user'],
    ['/log/access/abc', 'log_access'],
    ['/ad/ad/12', 'ad'],
    ['/ad-analyze-setting', 'custom_1'],
    ['/ad-analyze-setting?item=3', 'custom_3'],
    ['/ad-analyze-setting?item=9', 'custom_1'],
    ['/nowhere', undefined],
  ])('%s highlights %s', (address, key) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    expect(activeMenuKey(pathname, search)).toBe(key);
  });
});
