import { useTranslation } from 'react-i18next';
import type { ErasureCountsFragment } from '../../../generated/graphql';
import styles from './erasure.module.css';

const KINDS = [
  'visitors',
  'customers',
  'interactions',
  'accesses',
  'conversions',
  'results',
  'notifications',
  'refusedEvents',
  'auditEntries',
] as const;

/** Record counts by kind. */
export function Counts({ counts }: { counts: ErasureCountsFragment }) {
  const { t } = useTranslation();
  return (
    <dl className={`ic-grid ic-gap-8-16 ${styles.counts}`}>
      {KINDS.map((kind) => (
        <div key={kind}>
          <dt className="ic-caption">{t(`privacy.kinds.${kind}`)}</dt>
          <dd className="ic-medium ic-figures">
            {counts[kind] === 0 ? (
              <span className="ic-muted">-</span>
            ) : (
              t('privacy.erasure.total', { count: counts[kind] })
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
