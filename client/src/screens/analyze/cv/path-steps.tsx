import { RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../../shared/format';
import styles from './cv.module.css';

export interface Step {
  readonly adId?: number | null;
  readonly ad?: string | null;
  /** Share from 0 to 1; hidden if undefined. */
  readonly share?: number;
}

/** Maximum number of steps drawn for a long path, including the last. */
const MAX_STEPS = { usual: 5, bare: 3 };

/**
 * A path as a row of ads. A long path shows the number of omitted steps in the middle. `bare`: on one line.
 */
export function PathSteps({ steps, bare = false }: { steps: readonly Step[]; bare?: boolean }) {
  const { t } = useTranslation();
  if (steps.length === 0) return <span className="ic-muted">{t('cvInfo.noSteps')}</span>;
  const most = bare ? MAX_STEPS.bare : MAX_STEPS.usual;
  const first = most - (bare ? 2 : 1);
  const visibleSteps = steps.length > most ? [...steps.slice(0, first), null, ...steps.slice(-1)] : steps;
  return (
    <span className={bare ? styles.bareSteps : styles.steps}>
      {visibleSteps.map((step, index) => (
        <span key={index} className={styles.stepOuter}>
          {index > 0 && <RightOutlined className={styles.arrow ?? ''} aria-hidden="true" />}
          {step === null ? (
            <span className={`${styles.more} ic-muted`}>
              {t('cvInfo.more', { count: steps.length - first - 1 })}
            </span>
          ) : (
            <span className={styles.step}>
              <span className={step.ad ? styles.stepName : `${styles.stepName} ic-muted`}>
                {step.ad ?? t('cvInfo.otherAgency')}
              </span>
              {step.share !== undefined && (
                <span className={styles.stepShare}>
                  {formatPercent(step.share, { decimals: 0, showZero: true })}
                </span>
              )}
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
