import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menuColours, paletteOf, SKINS } from '../theme/skins';
import { PALETTES, SIZES } from '../theme/tokens';
import { frameTop } from './use-frame-top';
import { layoutValues, readLayoutSettings, resetLayoutSettings, writeLayoutSetting } from './layout-settings';
import { DEFAULT_LIFE_MS, defineStored } from './stored';

const forget = (): void => {
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
};
afterEach(forget);

const INITIAL = {
  theme: 'light',
  skin: 'ic_default',
  semiDarkMenu: false,
  navType: 'vertical',
  horizontalNavType: 'sticky',
  navCollapsed: false,
  navPinned: true,
  navbarType: 'sticky',
  navbarBlur: true,
  footerType: 'static',
  contentWidth: 'fluid',
  rightToLeft: false,
  tableDensity: 'normal',
} as const;

// rule: screens-27
describe('layout settings', () => {
  it('default to light, the standard skin, sticky, vertical and open', () =>
    expect(readLayoutSettings()).toEqual(INITIAL));

  it.each([
    ['theme', 'ic_theme', 'system'],
    ['skin', 'ic_skin', 'blue'],
    ['semiDarkMenu', 'ic_semi_dark_menu', true],
    ['navType', 'ic_nav_type', 'horizontal'],
    ['horizontalNavType', 'ic_horizontal_nav_type', 'static'],
    ['navCollapsed', 'ic_nav_collapsed', true],
    ['navPinned', 'ic_nav_pinned', false],
    ['navbarType', 'ic_navbar_type', 'hidden'],
    ['navbarBlur', 'ic_navbar_blur', false],
    ['footerType', 'ic_footer_type', 'sticky'],
    ['contentWidth', 'ic_content_width', 'boxed'],
    ['rightToLeft', 'ic_rtl', true],
    ['tableDensity', 'ic_table_density', 'compact'],
  ] as const)('%s is stored in the cookie %s', (name, cookie, value) => {
    writeLayoutSetting(name, value);
    expect(document.cookie).toContain(`${cookie}=${value}`);
    expect(readLayoutSettings()).toEqual({ ...INITIAL, [name]: value });
    document.cookie = `${cookie}=nonsense; Path=/`;
    expect(readLayoutSettings()).toEqual(INITIAL);
  });

  it('are all reset at once', () => {
    writeLayoutSetting('theme', 'dark');
    writeLayoutSetting('navPinned', false);
    expect(resetLayoutSettings()).toEqual(INITIAL);
    expect(document.cookie).toBe('');
  });

  // rule: limits-07
  it('offer five skins', () =>
    expect(layoutValues('skin')).toEqual(['ic_default', 'ic_semi_dark', 'blue', 'bordered', 'semi_dark']));
});

describe("height of the frame's sticky parts", () => {
  it.each([
    [{}, false, 56],
    [{ navbarType: 'static' }, false, 0],
    [{ navbarType: 'hidden' }, false, 0],
    [{ navType: 'horizontal' }, false, 102],
    [{ navType: 'horizontal', horizontalNavType: 'static' }, false, 56],
    [{ navType: 'horizontal', navbarType: 'static' }, false, 46],
    [{ navType: 'horizontal' }, true, 56],
    [{ navbarType: 'hidden' }, true, 56],
  ] as const)('%j, narrow: %s: %i pixels', (changes, overlay, pixels) =>
    expect(frameTop({ ...INITIAL, ...changes }, overlay)).toBe(pixels),
  );
});

/** Relative luminance, WCAG 2. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

// rule: states-08
describe('the skins', () => {
  it.each(
    SKINS.flatMap((skin) =>
      (['light', 'dark'] as const).flatMap((theme) =>
        [true, false].map((semiDark) => [skin, theme, semiDark] as const),
      ),
    ),
  )('%s, %s, dark menu: %s: every text is legible', (skin, theme, semiDark) => {
    const page = paletteOf(theme, skin);
    const menu = { ...page, ...menuColours(theme, skin, semiDark) };
    const pairs = [page, menu].flatMap((p) =>
      [p.text, p.textSecondary, p.textMuted, p.primary].flatMap((text) =>
        [p.surface, p.raised].map((background) => contrast(text, background)),
      ),
    );
    const onPage = [page.text, page.textSecondary, page.textMuted, page.primary].map((text) =>
      contrast(text, page.canvas),
    );
    expect(Math.min(...pairs, ...onPage, contrast(menu.primary, menu.primarySoft))).toBeGreaterThanOrEqual(
      4.5,
    );
  });

  it('match the menus, surfaces and sizes of the first paint', () => {
    const read = (path: string) => readFileSync(join(__dirname, '../../', path), 'utf8');
    const script = read('public/first-paint.js');
    for (const skin of SKINS) {
      for (const theme of ['light', 'dark'] as const) {
        const { surface } = { ...paletteOf(theme, skin), ...menuColours(theme, skin, false) };
        expect(script).toContain(`'${surface}'`);
      }
    }
    const page = read('index.html');
    expect(page).toContain(`${SIZES.navbarHeight}px 1fr / ${SIZES.navWidth}px 1fr`);
    expect(page).toContain(`grid-template-columns: ${SIZES.navCollapsedWidth}px 1fr`);
    expect(page).toContain(`(max-width: ${SIZES.overlayNavBreakpoint - 1}px)`);
  });

  it('match the background colours of the first paint', () => {
    const script = readFileSync(join(__dirname, '../../public/first-paint.js'), 'utf8');
    for (const skin of SKINS) {
      for (const theme of ['light', 'dark'] as const) {
        const { canvas } = paletteOf(theme, skin);
        expect(script).toContain(`'${canvas}'`);
        if (canvas !== PALETTES[theme].canvas)
          expect(script).toMatch(new RegExp(`${skin}: \\[[^\\]]*'${canvas}'`));
      }
    }
  });
});

const NOON = Date.UTC(2026, 0, 1, 12);

describe('stored entries', () => {
  // rule: limits-12
  it('have the prefix, and the user id if they belong to one', () => {
    const stored = defineStored<string>({ name: 'x', version: 1 });
    expect(stored.key()).toBe('ic_x');
    expect(stored.key(7)).toBe('ic_7_x');
    stored.write('own', 7);
    expect(stored.read()).toBeUndefined();
    expect(stored.read(7)).toBe('own');
  });

  // rule: states-13
  it('expire after 30 days and are removed when read', () => {
    let time = NOON;
    const stored = defineStored<number>({ name: 'x', version: 1, now: () => time });
    stored.write(5);
    time = NOON + DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
    time = NOON + DEFAULT_LIFE_MS;
    expect(stored.read()).toBeUndefined();
    expect(localStorage.getItem('ic_x')).toBeNull();
  });

  it('use the given storage, unless they are too long', () => {
    const stored = defineStored<string>({
      name: 'x',
      version: 1,
      storage: () => sessionStorage,
      maxLength: 60,
    });
    stored.write('short');
    expect(stored.read()).toBe('short');
    expect(localStorage.getItem('ic_x')).toBeNull();
    stored.write('long'.repeat(20));
    expect(stored.read()).toBe('short');
    stored.remove();
    expect(sessionStorage.getItem('ic_x')).toBeNull();
  });

  // rule: states-14
  it('are extended by each read when they slide', () => {
    let time = NOON;
    const stored = defineStored<number>({ name: 'x', version: 1, sliding: true, now: () => time });
    stored.write(5);
    time += DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
    time += DEFAULT_LIFE_MS - 1;
    expect(stored.read()).toBe(5);
  });

  // rule: states-15
  it('are migrated from an older version, or dropped', () => {
    defineStored<string>({ name: 'x', version: 1 }).write('a,b');
    const next = defineStored<string[]>({
      name: 'x',
      version: 2,
      migrate: (data, from) => (from === 1 && typeof data === 'string' ? data.split(',') : undefined),
    });
    expect(next.read()).toEqual(['a', 'b']);
    expect(next.read()).toEqual(['a', 'b']);
    expect(defineStored<number>({ name: 'x', version: 3 }).read()).toBeUndefined();
    expect(localStorage.getItem('ic_x')).toBeNull();
  });

  it.each(['', '{', '"text"', '{"version":1}', 'null'])('are ignored if they contain %j', (text) => {
    localStorage.setItem('ic_x', text);
    expect(defineStored({ name: 'x', version: 1 }).read()).toBeUndefined();
  });

  it('are dropped without an error when storage is full', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => defineStored({ name: 'x', version: 1 }).write(1)).not.toThrow();
    full.mockRestore();
  });
});
