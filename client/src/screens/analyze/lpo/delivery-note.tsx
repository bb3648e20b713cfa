import { CheckOutlined, InfoCircleOutlined, WarningFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf, type DayRange } from '../../../../../shared/domain/calendar';
import { formatDateTime } from '../../../kit/tokyo-date';
import type { TestView } from './tests';
import { pText, splitText } from './texts';
import styles from './test-panel.module.css';

export interface DeliveryNoteProps {
  view: TestView;
  range: DayRange;
  onRange: (range: DayRange) => void;
}

/** Whether visitors fall to the variants as it is set; where that can't be known, why not. */
export function DeliveryNote({ view, range, onRange }: DeliveryNoteProps) {
  const { t } = useTranslation();
  const { check, visitors, variants, changedAt } = view;
  switch (check.state) {
    case 'mismatch':
      return (
        <div className={`${styles.verdict} ${styles.warning}`} role="status">
          <span className={styles.icon} aria-hidden="true">
            <WarningFilled />
          </span>
          <div>
            <p className={styles.verdictTitle}>{t('lpo.check.mismatch')}</p>
            <p className={styles.hint}>
              {t('lpo.check.mismatchHint', { actual: splitText(visitors), meant: splitText(variants.map(({ rate }) => rate)), p: pText(check.p) })}
            </p>
          </div>
        </div>
      );
    case 'matches':
      return (
        <p className={styles.check}>
          <CheckOutlined aria-hidden="true" /> {t('lpo.check.matches')}
          <span className={styles.hint}>{t('lpo.check.matchesHint', { visitors: visitors.reduce((sum, one) => sum + one, 0), p: check.p.toFixed(2) })}</span>
        </p>
      );
    case 'changed': {
      const next = changedAt === null ? null : addDays(dayOf(Date.parse(changedAt)), 1);
      return (
        <p className={styles.check}>
          <InfoCircleOutlined aria-hidden="true" /> {changedAt === null ? t('lpo.check.changedBefore') : t('lpo.check.changed', { time: formatDateTime(changedAt) })}
          {next !== null && next <= range.to && (
            <Button type="link" size="small" onClick={() => onRange({ from: next, to: range.to })}>
              {t('lpo.check.sinceChange')}
            </Button>
          )}
        </p>
      );
    }
    default:
      return (
        <p className={styles.check}>
          <InfoCircleOutlined aria-hidden="true" /> {t(check.state === 'off' ? 'lpo.check.off' : 'lpo.check.few')}
        </p>
      );
  }
}
