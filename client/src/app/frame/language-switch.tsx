import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage } from '../../i18n/i18n';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '../../preferences/language';

/** Chooses the language of the console. */
export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const language = currentLanguage();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [language],
        items: LANGUAGES.map((key) => ({ key, label: <span lang={key}>{LANGUAGE_NAMES[key]}</span> })),
        onClick: ({ key }) => void changeLanguage(key as Language),
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={compact ? `${t('common.language')}: ${LANGUAGE_NAMES[language]}` : undefined}
      >
        {compact ? null : LANGUAGE_NAMES[language]}
      </Button>
    </Dropdown>
  );
}
