import { SyncOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { metricText } from '../table/number-cell';
import type { Backlog } from './use-watch';

/**
 * Tells the user that metrics are still being computed, with the backlog and the estimated time; renders
 * nothing without a backlog.
 */
export function ComputingNote({ backlog }: { backlog: Backlog | null }) {
  const { t } = useTranslation();
  if (!backlog) return null;
  const { visitors, days, secondsLeft } = backlog;
  const left = [
    visitors > 0 && t('report.computingVisitors', { count: visitors }),
    visitors === 0 && days > 0 && t('report.computingDays', { count: days }),
    secondsLeft != null &&
      t('report.computingLeft', { time: metricText(secondsLeft, { unit: 'seconds', showZero: true }) }),
  ].filter(Boolean);
  return (
    <p
      className="ic-baseline ic-gap-8 ic-rounded ic-p-8-16 ic-text-13 ic-toned ic-tone-warning"
      role="status"
    >
      <SyncOutlined className="ic-warning" aria-hidden="true" />
      <span>
        {t('report.computing')}
        <span className="ic-nowrap ic-secondary ic-figures ic-push">{left.join('　')}</span>
      </span>
    </p>
  );
}
