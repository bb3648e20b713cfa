import { readLayoutSettings, writeLayoutSetting } from './layout-settings';

afterEach(() => {
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
});

describe('settings of the frame', () => {
  it('begin light, sticky, vertical and open', () => {
    expect(readLayoutSettings()).toEqual({
      theme: 'light',
      semiDarkMenu: false,
      navbarType: 'sticky',
      footerType: 'static',
      contentWidth: 'fluid',
      navCollapsed: false,
      tableDensity: 'normal',
    });
  });

  it('come back from their cookies', () => {
    writeLayoutSetting('theme', 'system');
    writeLayoutSetting('navCollapsed', true);
    writeLayoutSetting('contentWidth', 'boxed');
    expect(readLayoutSettings()).toMatchObject({ theme: 'system', navCollapsed: true, contentWidth: 'boxed' });
    expect(document.cookie).toContain('ic_theme=system');
  });

  it('fall back where a cookie states nonsense', () => {
    document.cookie = 'ic_theme=purple; Path=/';
    expect(readLayoutSettings().theme).toBe('light');
  });
});
