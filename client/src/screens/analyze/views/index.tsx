import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import {
  useReportSchedulesQuery,
  useSavedViewsQuery,
  type ReportSchedulePartsFragment as Schedule,
} from '../../../generated/graphql';
import { Loading } from '../../../kit/loading';
import { Page, Panel } from '../../../kit/page';
import { ShareDrawer, type ShareSubject } from '../../../kit/share/share-drawer';
import { StateNote } from '../../../kit/states';
import { ErrorNote } from '../../../kit/error-note';
import { useRight } from '../../../session/rights';
import { ClientReports } from './client-reports';
import { ScheduleDrawer } from './schedule-drawer';
import { SmtpNote } from './smtp-note';
import { ViewTable } from './view-table';
import { Button, Table, type TableProps } from 'antd';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import styles from './views.module.css';
import { outcomeOf, reasonText, whenText } from './schedule-texts';

/** Breakpoint for columns that the drawer also shows. */
const WIDE: ['md'] = ['md'];

/** Scheduled report mails: frequency, recipients, last outcome and next run. */
function ScheduleTable({
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
      render: (_, { recipients }) =>
        recipients.length > 0 ? t('views.count', { count: recipients.length }) : t('views.chatName'),
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

/** Parameters of the view whose mails are shown, and of the owner if it is another user. */
const OPEN = 'schedule';
const OTHER = 'of';
/** Parameter of the view whose links are shown. */
const SHARE = 'share';

/** Saved views and scheduled report mails. */
export function SavedViews() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const views = useSavedViewsQuery({ fetchPolicy: 'cache-and-network' });
  // Only report users can schedule mails.
  const mayMail = useRight('analyze') !== 'none';
  const schedules = useReportSchedulesQuery({ fetchPolicy: 'cache-and-network', skip: !mayMail });
  const all = schedules.data?.reportSchedules ?? (mayMail ? undefined : []);
  const error = views.data && all ? undefined : (views.error ?? schedules.error);
  const refetch = (): void => {
    void views.refetch();
    if (mayMail) void schedules.refetch();
  };
  const openId = Number(parameters.get(OPEN) ?? Number.NaN);
  const other = all?.find(({ id }) => String(id) === parameters.get(OTHER));
  const view = mayMail
    ? views.data?.savedViews.find(({ id, report }) => id === openId && report !== null)
    : undefined;
  const sharedId = Number(parameters.get(SHARE) ?? Number.NaN);
  const shared = mayMail ? views.data?.savedViews.find(({ id }) => id === sharedId) : undefined;
  const [sharing, setSharing] = useState<ShareSubject>();
  const subject = shared ? { viewId: shared.id, title: shared.title } : sharing;
  const open = (changes: Record<string, string>): void =>
    setParameters(new URLSearchParams(changes), { preventScrollReset: true });
  return (
    <Page title={t('views.title')} lead={t('views.lead')}>
      {error ? (
        <Panel title={t('views.title')}>
          <ErrorNote error={error} retry={refetch} />
        </Panel>
      ) : !views.data || !all ? (
        <Loading />
      ) : (
        <>
          <Panel title={t('views.title')}>
            <ViewTable
              views={views.data.savedViews}
              schedules={all.filter(({ own }) => own)}
              onSchedule={mayMail ? ({ id }) => open({ [OPEN]: String(id) }) : undefined}
              onShare={mayMail ? setSharing : undefined}
            />
          </Panel>
          {mayMail && <ClientReports views={views.data.savedViews} onShare={setSharing} />}
          {mayMail && (
            <Panel title={t('views.schedules')} lead={t('views.schedulesLead')}>
              <SmtpNote />
              <ScheduleTable
                schedules={all}
                onOpen={({ id, own, viewId }) =>
                  open(own ? { [OPEN]: String(viewId) } : { [OTHER]: String(id) })
                }
              />
            </Panel>
          )}
          {subject && (
            <ShareDrawer
              subject={subject}
              onClose={() => {
                setSharing(undefined);
                if (shared) open({});
              }}
            />
          )}
          {(view ?? other) && (
            <ScheduleDrawer
              key={`${view?.id ?? ''}:${other?.id ?? ''}`}
              view={
                view ?? {
                  id: other?.viewId ?? 0,
                  title: other?.viewTitle ?? '',
                  productId: other?.productId ?? null,
                }
              }
              schedule={view ? all.find(({ viewId, own }) => own && viewId === view.id) : other}
              onChange={() => void schedules.refetch()}
              onClose={() => open({})}
            />
          )}
        </>
      )}
    </Page>
  );
}
