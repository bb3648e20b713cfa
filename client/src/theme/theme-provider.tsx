import { ConfigProvider } from 'antd';
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { antdLocale } from '../i18n/antd-locale';
import { currentLanguage } from '../i18n/i18n';
import { useLayout } from '../preferences/layout-context';
import { antdThemeOf } from './antd-theme';
import { applyCssVariables } from './css-variables';
import type { ThemeName } from './tokens';

const DARK_QUERY = '(prefers-color-scheme: dark)';

const ThemeContext = createContext<ThemeName>('light');

/** The theme in use, for what can't be styled by CSS variables (charts, editors). */
export const useThemeName = (): ThemeName => useContext(ThemeContext);

function useSystemDark(): boolean {
  const [dark, setDark] = useState(() => window.matchMedia(DARK_QUERY).matches);
  useEffect(() => {
    const media = window.matchMedia(DARK_QUERY);
    const follow = (): void => setDark(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return dark;
}

/** Gives antd and our CSS the chosen theme (light, dark or the system's) and antd the language. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { settings } = useLayout();
  const systemDark = useSystemDark();
  useTranslation();
  const name: ThemeName = settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme;

  useLayoutEffect(() => applyCssVariables(name), [name]);

  return (
    <ThemeContext.Provider value={name}>
      <ConfigProvider
        theme={antdThemeOf(name)}
        locale={antdLocale(currentLanguage())}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        {children}
      </ConfigProvider>
    </ThemeContext.Provider>
  );
}
