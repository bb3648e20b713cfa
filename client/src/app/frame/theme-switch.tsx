import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf } from '../../../../shared/records';
import { MenuButton } from '../../kit/menu-button';
import { useLayout } from '../../preferences/layout-context';
import type { ThemeChoice } from '../../preferences/layout-settings';

/** Menu for the light, dark or system theme. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const choices: Record<ThemeChoice, { label: string; icon: ReactNode }> = {
    light: { label: t('frame.themeLight'), icon: <SunOutlined /> },
    dark: { label: t('frame.themeDark'), icon: <MoonOutlined /> },
    system: { label: t('frame.themeSystem'), icon: <DesktopOutlined /> },
  };
  const current = choices[settings.theme];
  return (
    <MenuButton
      label={`${t('frame.theme')}: ${current.label}`}
      icon={current.icon}
      selected={settings.theme}
      items={entriesOf(choices).map(([key, choice]) => ({
        key,
        ...choice,
        onSelect: () => set('theme', key),
      }))}
    />
  );
}
