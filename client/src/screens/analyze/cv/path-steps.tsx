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
    <span className={bare ? `ic-row ic-shrink ${styles.bareSteps}` : `ic-inline-row ic-wrap ${styles.steps}`}>
      {visibleSteps.map((step, index) => (
        <span key={index} className="ic-inline-row ic-shrink">
          {index > 0 && <RightOutlined className="ic-rigid ic-muted ic-text-11 ic-mx-4" aria-hidden="true" />}
          {step === null ? (
            <span className="ic-nowrap ic-muted">
              {t('cvInfo.more', { count: steps.length - first - 1 })}
            </span>
          ) : (
            <span className={`ic-inline ic-align-baseline ic-shrink ic-gap-8 ic-sunken ${styles.step}`}>
              <span className={`ic-ellipsis ${styles.stepName} ${step.ad ? '' : 'ic-muted'}`}>
                {step.ad ?? t('cvInfo.otherAgency')}
              </span>
              {step.share !== undefined && (
                <span className="ic-primary ic-strong ic-figures">
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
