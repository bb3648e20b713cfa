import { ConfigProvider } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { antdLocale } from '../i18n/antd-locale';
import { currentLanguage } from '../i18n/i18n';
import { useLayout } from '../preferences/layout-context';
import { antdThemeOf } from './antd-theme';
import { paletteOf } from './skins';
import { useSystemPreference, useThemeName } from './theme-provider';

const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)';

/**
 * Provides antd with theme, language, direction and motion. Wraps everything that uses antd; the sign-in
 * does without.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const { skin, rightToLeft } = useLayout().settings;
  const name = useThemeName();
  const reducedMotion = useSystemPreference(REDUCED_MOTION_QUERY);
  // Re-renders when the language changes.
  useTranslation();
  const palette = useMemo(() => paletteOf(name, skin), [name, skin]);

  // antd remounts everything when motion is turned off for the first time, which would clear forms. An outer
  // provider with motion set the other way makes antd prepare for that from the start.
  const [outerMotion] = useState(reducedMotion);

  return (
    <ConfigProvider theme={{ token: { motion: outerMotion } }}>
      <ConfigProvider
        theme={antdThemeOf(name, palette, !reducedMotion)}
        direction={rightToLeft ? 'rtl' : 'ltr'}
        locale={antdLocale(currentLanguage())}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        {children}
      </ConfigProvider>
    </ConfigProvider>
  );
}
