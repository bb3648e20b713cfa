import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import type { ThemeChoice } from '../../preferences/layout-settings';

/** Chooses light, dark or the system's theme. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const choices: Record<ThemeChoice, { label: string; icon: React.ReactNode }> = {
    light: { label: t('frame.themeLight'), icon: <SunOutlined /> },
    dark: { label: t('frame.themeDark'), icon: <MoonOutlined /> },
    system: { label: t('frame.themeSystem'), icon: <DesktopOutlined /> },
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [settings.theme],
        items: Object.entries(choices).map(([key, choice]) => ({ key, ...choice })),
        onClick: ({ key }) => set('theme', key as ThemeChoice),
      }}
    >
      <Button
        type="text"
        icon={choices[settings.theme].icon}
        aria-label={`${t('frame.theme')}: ${choices[settings.theme].label}`}
      />
    </Dropdown>
  );
}
