import { changeLanguage, currentLanguage } from '../i18n/i18n';
import { LANGUAGES, LANGUAGE_NAMES } from '../preferences/language';
import { useTranslation } from 'react-i18next';
import styles from './language-links.module.css';

/** Languages side by side, for pages with enough room; each in its own language. */
export function LanguageLinks() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <ul className={styles.links} aria-label={t('common.language')}>
      {LANGUAGES.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            className={styles.link}
            aria-pressed={language === current}
            onClick={() => void changeLanguage(language)}
          >
            {LANGUAGE_NAMES[language]}
          </button>
        </li>
      ))}
    </ul>
  );
}
