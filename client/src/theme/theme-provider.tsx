import { ConfigProvider } from 'antd';
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { antdLocale } from '../i18n/antd-locale';
import { currentLanguage } from '../i18n/i18n';
import { usePrinting } from '../kit/use-printing';
import { useLayout } from '../preferences/layout-context';
import { antdThemeOf } from './antd-theme';
import { applyCssVariables } from './css-variables';
import { paletteOf } from './skins';
import type { ThemeName } from './tokens';

const DARK_QUERY = '(prefers-color-scheme: dark)';
const STILL_QUERY = '(prefers-reduced-motion: reduce)';

const ThemeContext = createContext<ThemeName>('light');

/** The theme in use, for what can't be styled by CSS variables (charts, editors). */
export const useThemeName = (): ThemeName => useContext(ThemeContext);

/** Whether the system wishes something, followed live. */
function useSystemWish(query: string): boolean {
  const [wished, setWished] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const follow = (): void => setWished(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return wished;
}

/** Gives antd and our CSS the chosen theme (light, dark or the system's) and antd the language. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { settings } = useLayout();
  const systemDark = useSystemWish(DARK_QUERY);
  const still = useSystemWish(STILL_QUERY);
  const { language } = useTranslation().i18n;
  const printing = usePrinting();
  const shown: ThemeName = settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme;
  const name: ThemeName = printing ? 'light' : shown;

  const { skin, rightToLeft } = settings;
  const palette = useMemo(() => paletteOf(name, skin), [name, skin]);

  // The fonts follow the language.
  useLayoutEffect(() => applyCssVariables(name, palette), [name, palette, language]);
  const direction = rightToLeft ? 'rtl' : 'ltr';
  useLayoutEffect(() => {
    document.documentElement.dir = direction;
  }, [direction]);

  // antd draws everything anew when motion is switched for the first time, and forms would be emptied: a provider around
  // ours that says the opposite makes it prepare for that from the start.
  const [aroundMoves] = useState(still);

  return (
    <ThemeContext.Provider value={name}>
      <ConfigProvider theme={{ token: { motion: aroundMoves } }}>
        <ConfigProvider
          theme={antdThemeOf(name, palette, !still)}
          direction={direction}
          locale={antdLocale(currentLanguage())}
          button={{ autoInsertSpace: false }}
          wave={{ disabled: true }}
        >
          {children}
        </ConfigProvider>
      </ConfigProvider>
    </ThemeContext.Provider>
  );
}
