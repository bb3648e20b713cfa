import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { addPrintCopies } from '../kit/print-copies';
import { usePrinting } from '../kit/use-window';
import { useLayout } from '../preferences/layout-context';
import { applyCssVariables } from './css-variables';
import { paletteOf } from './skins';
import type { ThemeName } from './tokens';

const DARK_QUERY = '(prefers-color-scheme: dark)';

const ThemeContext = createContext<ThemeName>('light');

/** Returns the current theme, for code that CSS variables can't style (antd, charts, editors). */
export const useThemeName = (): ThemeName => useContext(ThemeContext);

/** Whether a system preference matches, updated live. */
export function useSystemPreference(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const follow = (): void => setMatches(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}

/**
 * Provides our CSS with the chosen theme (light, dark or the system's) and the page with its direction.
 * antd-provider.tsx adds antd's theme.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { settings } = useLayout();
  const systemDark = useSystemPreference(DARK_QUERY);
  const { language } = useTranslation().i18n;
  // Runs before other print listeners: charts are copied as they are.
  useLayoutEffect(addPrintCopies, []);
  const printing = usePrinting();
  const selectedTheme: ThemeName =
    settings.theme === 'system' ? (systemDark ? 'dark' : 'light') : settings.theme;
  const name: ThemeName = printing ? 'light' : selectedTheme;

  const { skin, rightToLeft } = settings;
  const palette = useMemo(() => paletteOf(name, skin), [name, skin]);

  // The fonts depend on the language.
  useLayoutEffect(() => applyCssVariables(name, palette), [name, palette, language]);
  useLayoutEffect(() => {
    document.documentElement.dir = rightToLeft ? 'rtl' : 'ltr';
  }, [rightToLeft]);

  return <ThemeContext.Provider value={name}>{children}</ThemeContext.Provider>;
}
