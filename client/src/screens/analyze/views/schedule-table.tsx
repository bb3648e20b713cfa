import { Button, Table, type TableProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReportSchedulePartsFragment as Schedule } from '../../../generated/graphql';
import { StateNote } from '../../../kit/states';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import styles from './views.module.css';
import { outcomeOf, reasonText, whenText } from './schedule-texts';

/** Breakpoint for columns that the drawer also shows. */
const WIDE: ['md'] = ['md'];

/** Scheduled report mails: frequency, recipients, last outcome and next run. */
export function ScheduleTable({
  schedules,
  onOpen,
}: {
  schedules: readonly Schedule[];
  onOpen: (schedule: Schedule) => void;
}) {
  const { t } = useTranslation();
  if (schedules.length === 0)
    return <StateNote title={t('views.noSchedules')} hint={t('views.noSchedulesHint')} />;
  const columns: TableProps<Schedule>['columns'] = [
    {
      key: 'view',
      title: t('views.name'),
      className: `ic-medium ${styles.name}`,
      render: (_, schedule) => (
        <>
          <Button type="link" size="small" className={styles.schedule ?? ''} onClick={() => onOpen(schedule)}>
            {schedule.viewTitle}
          </Button>
          <span className={styles.below}>{whenText(t, schedule)}</span>
        </>
      ),
    },
    {
      key: 'when',
      responsive: WIDE,
      title: t('views.when'),
      width: '20%',
      render: (_, schedule) => whenText(t, schedule),
    },
    {
      key: 'recipients',
      responsive: WIDE,
      title: t('views.recipients'),
      width: 90,
      align: 'right',
      render: (_, { recipients }) => t('views.count', { count: recipients.length }),
    },
    {
      key: 'owner',
      responsive: WIDE,
      title: t('views.owner'),
      width: 140,
      render: (_, { userName }) => userName ?? '-',
    },
    {
      key: 'last',
      responsive: WIDE,
      title: t('views.last'),
      width: '20%',
      render: (_, { lastAt, lastOutcome }) => {
        if (!lastAt) return <span className="ic-muted">{t('views.never')}</span>;
        const { text, tone } = outcomeOf(t, lastOutcome);
        return (
          <span className="ic-row ic-wrap ic-gap-4-12 ic-figures">
            {formatDateTime(lastAt).slice(0, -3)}
            <StatusTag tone={tone}>{text}</StatusTag>
          </span>
        );
      },
    },
    {
      key: 'next',
      title: t('views.next'),
      width: '22%',
      render: (_, { nextAt, pausedReason }) =>
        nextAt ? (
          formatDateTime(nextAt).slice(0, -3)
        ) : (
          <>
            <StatusTag tone="muted">{t('views.pausedState')}</StatusTag>
            {pausedReason !== 'byHand' && (
              <p className="ic-mt-4 ic-break ic-hint">{reasonText(t, pausedReason)}</p>
            )}
          </>
        ),
    },
  ];
  return (
    <Table<Schedule>
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={[...schedules]}
      pagination={false}
    />
  );
}
