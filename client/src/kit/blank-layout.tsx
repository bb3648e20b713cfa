import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './blank-layout.module.css';
import { usePageTitle } from './page';
import { ProductMark } from './product-mark';
import { changeLanguage, currentLanguage } from '../i18n/i18n';
import { LANGUAGES, LANGUAGE_NAMES } from '../preferences/language';

/** Languages side by side, for pages with enough room; each in its own language. */
function LanguageLinks() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <ul className="ic-flex ic-list" aria-label={t('common.language')}>
      {LANGUAGES.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            className="ic-pointer ic-note ic-option"
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

/** Layout of pages without a session: product mark, one card and the language links. */
export function BlankLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={`ic-grid ic-relative ic-hidden ${styles.blank}`}>
      <div className={styles.language}>
        <LanguageLinks />
      </div>
      <FlowBackdrop />
      <main className={`ic-stack ic-wide ic-relative ${styles.center}`}>
        <div className="ic-row ic-gap-12">
          <ProductMark size={40} />
          <div>
            <p className={styles.name}>{t('common.appName')}</p>
            <p className="ic-note">{t('session.tagline')}</p>
          </div>
        </div>
        <section className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className="ic-mt-4 ic-note ic-mb-16">{lead}</p>}
          {children}
        </section>
      </main>
    </div>
  );
}

/** Converging flows behind the card. */
function FlowBackdrop() {
  return (
    <svg
      className={`ic-wide ic-tall ${styles.backdrop}`}
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g fill="none" strokeLinecap="round">
        <path className={styles.flow} d="M-40 120c420 0 420 330 780 330h760" />
        <path className={styles.flow} d="M-40 285c380 0 400 165 780 165" />
        <path className={styles.flow} d="M-40 450h780" />
        <path className={styles.flow} d="M-40 615c380 0 400-165 780-165" />
        <path className={styles.flow} d="M-40 780c420 0 420-330 780-330" />
      </g>
    </svg>
  );
}
