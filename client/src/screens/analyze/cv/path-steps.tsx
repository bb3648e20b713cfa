import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../../shared/format';
import styles from './cv.module.css';

export interface Step {
  readonly adId?: number | null;
  readonly ad?: string | null;
  /** 0 to 1; none is shown without it. */
  readonly share?: number;
}

/** Steps drawn of a long path: its first ones and its last. */
const MOST = 5;
const LAST = 2;

/** A path as its ads in a row; of a long one the middle is told by its number. */
export function PathSteps({ steps, all = false }: { steps: readonly Step[]; all?: boolean }) {
  const { t } = useTranslation();
  if (steps.length === 0) return <span className="ic-muted">{t('cvInfo.noSteps')}</span>;
  const cut = !all && steps.length > MOST + 1;
  const shown = cut ? [...steps.slice(0, MOST - LAST), null, ...steps.slice(-LAST)] : steps;
  return (
    <span className={styles.steps}>
      {shown.map((step, index) => (
        <span key={index} className={styles.stepOuter}>
          {index > 0 && <RightOutlined className={styles.arrow ?? ''} aria-hidden="true" />}
          {step === null ? (
            <span className="ic-muted">{t('cvInfo.more', { count: steps.length - MOST })}</span>
          ) : (
            <span className={styles.step}>
              <span className={step.ad ? styles.stepName : `${styles.stepName} ic-muted`}>{step.ad ?? t('cvInfo.otherAgency')}</span>
              {step.share !== undefined && <span className={styles.stepShare}>{formatPercent(step.share, { decimals: 0, showZero: true })}</span>}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
