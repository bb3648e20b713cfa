import { SyncOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { figureText } from '../table/number-cell';
import styles from './computing-note.module.css';
import type { Backlog } from './use-watch';

/** Says that the figures shown are behind, how much is left and about how long it takes; nothing in quiet times. */
export function ComputingNote({ backlog }: { backlog: Backlog | null }) {
  const { t } = useTranslation();
  if (!backlog) return null;
  const { visitors, days, secondsLeft } = backlog;
  const left = [
    visitors > 0 && t('report.computingVisitors', { count: visitors }),
    visitors === 0 && days > 0 && t('report.computingDays', { count: days }),
    secondsLeft != null &&
      t('report.computingLeft', { time: figureText(secondsLeft, { unit: 'seconds', showZero: true }) }),
  ].filter(Boolean);
  return (
    <p className={styles.note} role="status">
      <SyncOutlined className={styles.icon} aria-hidden="true" />
      <span>
        {t('report.computing')}
        <span className={styles.left}>{left.join('　')}</span>
      </span>
    </p>
  );
}
