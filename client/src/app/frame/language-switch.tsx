import { GlobalOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage } from '../../i18n/i18n';
import { MenuButton } from '../../kit/menu-button';
import { LANGUAGES, LANGUAGE_NAMES } from '../../preferences/language';

/** Menu that changes the language of the console. */
export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const language = currentLanguage();
  return (
    <MenuButton
      label={`${t('common.language')}: ${LANGUAGE_NAMES[language]}`}
      icon={<GlobalOutlined />}
      selected={language}
      items={LANGUAGES.map((key) => ({
        key,
        lang: key,
        label: LANGUAGE_NAMES[key],
        onSelect: () => void changeLanguage(key),
      }))}
    >
      {compact ? null : LANGUAGE_NAMES[language]}
    </MenuButton>
  );
}
