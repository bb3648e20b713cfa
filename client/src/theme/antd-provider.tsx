import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { antdLocale } from '../i18n/antd-locale';
import { currentLanguage } from '../i18n/i18n';
import { useLayout } from '../preferences/layout-context';
import { paletteOf } from './skins';
import { useSystemPreference, useThemeName } from './theme-provider';
import { fontFamily } from './font';
import { SIZES, type Palette, type ThemeName } from './tokens';

/**
 * Creates antd's theme from our tokens: borders instead of shadows, 14 px base, line height 1.6. Without
 * motion, overlays open at once and wait for no animation.
 */
function antdThemeOf(name: ThemeName, p: Palette, motion = true): ThemeConfig {
  return {
    algorithm: name === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: p.primary,
      // The derived one is too light for the white text of a button.
      ...(name === 'light' && { colorPrimaryHover: '#1b66d6' }),
      colorLink: p.primary,
      colorInfo: p.primary,
      colorSuccess: p.success,
      colorWarning: p.warning,
      colorError: p.error,
      // antd would derive the backgrounds and borders of alerts from text colours, which looks muddy.
      colorInfoBg: p.primarySoft,
      colorSuccessBg: p.successSoft,
      colorWarningBg: p.warningSoft,
      colorErrorBg: p.errorSoft,
      colorInfoBorder: `${p.primary}55`,
      colorSuccessBorder: `${p.success}55`,
      colorWarningBorder: `${p.warning}55`,
      colorErrorBorder: `${p.error}55`,
      colorTextLightSolid: p.onPrimary,
      colorBgLayout: p.canvas,
      colorBgContainer: p.surface,
      colorBgElevated: name === 'dark' ? p.raised : p.surface,
      colorBorder: p.borderStrong,
      colorBorderSecondary: p.border,
      colorSplit: p.border,
      colorText: p.text,
      colorTextSecondary: p.textSecondary,
      colorTextTertiary: p.textMuted,
      colorTextDescription: p.textMuted,
      colorTextPlaceholder: p.textMuted,
      colorTextHeading: p.text,
      fontFamily: fontFamily(),
      fontSize: 14,
      fontSizeHeading1: 20,
      fontSizeHeading2: 16,
      fontSizeHeading3: 14,
      lineHeight: 1.6,
      borderRadius: SIZES.radius,
      // Lists that open over a dialog have its colour in the dark theme.
      ...(name === 'dark' && { boxShadowSecondary: `0 0 0 1px ${p.border}, 0 6px 16px #0006` }),
      motion,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      // Fits three tabs on a phone in every language.
      Tabs: { horizontalItemGutter: 16 },
      Table: {
        headerBg: p.sunken,
        headerColor: p.textSecondary,
        headerSplitColor: 'transparent',
        headerSortActiveBg: p.sunken,
        headerSortHoverBg: p.raised,
        bodySortBg: 'transparent',
        rowHoverBg: p.raised,
        rowSelectedBg: p.primarySoft,
        rowSelectedHoverBg: p.primarySoft,
        cellFontSize: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockSM: 8,
        cellPaddingInlineSM: 12,
        borderColor: p.border,
      },
      Tooltip: { colorBgSpotlight: name === 'dark' ? '#2b3747' : '#1f2a3d', colorTextLightSolid: '#ffffff' },
      Segmented: { itemSelectedColor: p.primary, trackBg: p.sunken },
    },
  };
}

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
