import { RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Boundary } from '../../../kit/boundary';

export interface SummaryProps {
  title: string;
  /** Days of the period as text. */
  days?: string;
  /** Note on its unfinished part. */
  note?: string;
  /** Report with the full data of the period. */
  link?: string;
  children: ReactNode;
}

/** Dashboard section with a heading and a link to its report. */
export function Summary({ title, days, note, link, children }: SummaryProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title}>
      <header className="ic-baseline ic-wrap ic-gap-4-12 ic-mt-8 ic-mb-8">
        <h2 className="ic-text-16 ic-strong">{title}</h2>
        {days && <span className="ic-note ic-figures">{days}</span>}
        {note && <span className="ic-running ic-hint">{note}</span>}
        {link !== undefined && (
          <Link
            to={link}
            data-screen-only
            className="ic-push ic-text-13"
            aria-label={`${title}: ${t('dashboard.openStatistics')}`}
          >
            {t('dashboard.openStatistics')}
            <RightOutlined className="ic-ms-4 ic-text-11" aria-hidden="true" />
          </Link>
        )}
      </header>
      <Boundary>{children}</Boundary>
    </section>
  );
}
