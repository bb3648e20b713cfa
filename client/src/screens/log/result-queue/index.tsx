import { FileSearchOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  useNotificationWithAttemptsQuery,
  useResendPostbacksMutation,
  type NotificationWithAttemptsQuery,
  ResultQueueDocument,
  useResultQueueQuery,
  type ResultQueueQuery,
} from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import {
  type LogDefinition,
  useSeesPersonal,
  logRowSource,
  logFilter,
} from '../../../kit/log/log-definition';
import { logPaths, logSelection } from '../../../kit/log/log-paths';
import { LogList } from '../../../kit/log/log-screen';
import { Page, Panel } from '../../../kit/page';
import { useMayApprove } from '../../../session/use-may-approve';
import { AspSendingButton, PausedNote, useAspSending } from './asp-sending';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import type { Chosen } from '../../../kit/list/list-source';
import { notify } from '../../../kit/notifier';
import { useProductId } from '../../../session/session-context';
import { diagnose, DIAGNOSES } from '../../../../../shared/domain/postback';
import { NoPostbackReason } from '../../../../../shared/domain/results';
import { latestLastAttempt } from '../../../../../shared/domain/retry';
import { joinList } from '../../../i18n/punctuation';
import { DiagnosisText, PostbackOutcome } from '../../../kit/postback/postback-outcome';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useConsoleConfig } from '../../../session/console-config';
import styles from './queue.module.css';
import { logColumns } from '../../../kit/log/log-columns';
import { logSource, type LogRow } from '../../../kit/log/log-source';
import {
  POSTBACK_KINDS,
  POSTBACK_STATES,
  PostbackKind,
  PostbackReason,
  PostbackState,
  reasonText,
} from '../../../kit/postback/postback-labels';

type QueueRow = LogRow<ResultQueueQuery>;
const column = logColumns<QueueRow>();

/** Log of postbacks to ad networks. */
const queueLog: LogDefinition<QueueRow> = {
  name: 'log_result_queue',
  entity: 'postback',
  title: (t) => t('results.queue.title'),
  lead: (t) => t('results.queue.lead'),
  empty: { title: (t) => t('results.queue.empty'), hint: (t) => t('results.queue.emptyHint') },
  columns: [
    column.when('createdAt'),
    { ...column.text('state', { width: 120 }), render: ({ state }) => <PostbackState state={state} /> },
    {
      ...column.text('reason', { width: 190 }),
      render: ({ reason }) => (reason === null ? '' : <PostbackReason reason={reason} />),
    },
    column.label('asp'),
    column.ad('ad'),
    column.approval('approvalStatus', { width: 150 }),
    column.number('attempts'),
    column.time('nextAt', { width: 170 }),
    column.time('executedAt', { width: 170 }),
    { ...column.text('kind', { width: 160 }), render: ({ kind }) => <PostbackKind kind={kind} /> },
    column.link('resultId', logPaths.result, { hidden: true }),
    column.text('url', { width: 420, hidden: true }),
    column.code('id', { hidden: true }),
  ],
  personal: ['url'],
  filters: [
    {
      name: 'state',
      words: (t) => POSTBACK_STATES.map((value) => ({ value, label: t(`results.state.${value}`) })),
    },
    {
      name: 'reason',
      words: (t) =>
        DIAGNOSES.filter((one) => one !== 'delivered').map((value) => ({
          value,
          label: reasonText(t, value),
        })),
    },
    { name: 'aspId', refers: 'asp' },
    logFilter.ad(),
    {
      name: 'kind',
      words: (t) => POSTBACK_KINDS.map((value) => ({ value, label: t(`results.kind.${value}`) })),
    },
    { name: 'approvalStatus', enumeration: 'ApprovalStatus' },
    logFilter.whole('resultId'),
    logFilter.whole('id'),
  ],
  useRows: logSource(useResultQueueQuery, ResultQueueDocument),
  href: ({ id }) => logPaths.postback(id),
  time: 'createdAt',
  restPath: '/api/v1/auth/log/resultQueue',
};

type Notification = NotificationWithAttemptsQuery['resultQueueItem'];
type Attempt = Notification['attemptLog'][number];

const diagnosisOf = ({ httpStatus, error }: Attempt) => diagnose({ status: httpStatus, error });

/** What happens next to a postback. */
function Prospect({ item }: { item: QueueRow }) {
  const { t } = useTranslation();
  const { postbackRetrySeconds } = useConsoleConfig();
  const { asps } = useAspSending();
  const { state, attempts, nextAt, executedAt } = item;
  if (state === 'success')
    return (
      <p>{t('results.queue.delivered', { time: executedAt === null ? '' : formatDateTime(executedAt) })}</p>
    );
  if (item.reason === NoPostbackReason.ERASED) return <p>{t('results.untold.erased')}</p>;
  if (nextAt === null) return <p>{t('results.queue.givenUp')}</p>;
  const next = Date.parse(nextAt);
  const until = latestLastAttempt(attempts, next, postbackRetrySeconds);
  const most = postbackRetrySeconds.length + 1;
  return (
    <>
      {asps?.find(({ id }) => id === item.aspId)?.postbackPaused && (
        <Alert type="warning" showIcon title={t('results.queue.pausedItem')} style={{ marginBottom: 8 }} />
      )}
      <p>{t('results.queue.next', { time: formatDateTime(nextAt) })}</p>
      <p className="ic-muted">
        {attempts + 1 < most
          ? t('results.queue.until', { time: formatDateTime(new Date(until).toISOString()), count: most })
          : t('results.queue.lastTry')}
      </p>
    </>
  );
}

/** Returns the names of the URL parameters with a value. */
function namesOf(url: string | null | undefined, value: string): string[] {
  const query = (url ?? '').split('?')[1] ?? '';
  return [...new URLSearchParams(query)].flatMap(([name, given]) => (given === value ? [name] : []));
}

/** Lists the empty values of a postback and their usual sources. */
function EmptyValues({ item }: { item: QueueRow }) {
  const { t } = useTranslation();
  const { asps } = useAspSending();
  const empty = namesOf(item.url, '');
  if (empty.length === 0) return null;
  const clickIds = namesOf(asps?.find(({ id }) => id === item.aspId)?.webhookUrl, '{xclid}');
  const isClickId = empty.some((name) => clickIds.includes(name));
  return (
    <Alert
      type="warning"
      showIcon
      style={{ margin: '8px 0' }}
      title={t('postback.emptyValues.what', { names: joinList(empty) })}
      description={t(isClickId ? 'postback.emptyValues.xclid' : 'postback.emptyValues.other')}
    />
  );
}

/**
 * Diagnosis of a postback: problem and remedy, retry schedule, and every attempt with request and response.
 */
function PostbackDoctor({ item }: { item: Notification }) {
  const { t } = useTranslation();
  const seesPersonal = useSeesPersonal();
  const attempts = item.attemptLog;
  const last = attempts.at(-1);
  return (
    <>
      <Panel title={t('results.queue.doctor')} lead={t('results.queue.doctorLead')}>
        {last && item.state !== 'success' && (
          <DiagnosisText diagnosis={diagnosisOf(last)} status={last.httpStatus} location={last.errorDetail} />
        )}
        <EmptyValues item={item} />
        <Prospect item={item} />
      </Panel>
      <Panel title={t('results.queue.attempts')}>
        {attempts.length === 0 ? (
          <p className="ic-muted">{t('results.queue.noAttempts')}</p>
        ) : (
          <ol className={`ic-stack ic-gap-16 ic-list ${styles.attempts}`}>
            {attempts.map((attempt, index) => (
              <li key={index}>
                <p className="ic-flex ic-wrap ic-gap-4-12 ic-mb-4 ic-figures">
                  <strong>{t('results.queue.attempt', { number: index + 1 })}</strong>
                  <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
                </p>
                <PostbackOutcome
                  sent={{ ...attempt, diagnosis: diagnosisOf(attempt), location: attempt.errorDetail }}
                  {...(!seesPersonal && { unseen: t('results.queue.masked') })}
                />
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </>
  );
}

/** Describes the outcome of a resend request. */
function resentWords(t: TFunction, { resent, waiting }: { resent: number; waiting: number }): string {
  return [
    t('results.resend.done', { count: resent }),
    ...(waiting > 0 ? [t('results.resend.waiting', { waiting })] : []),
  ].join(' ');
}

/** Resends the selected postbacks, or all in the list, after confirming their number. */
function Resend({
  chosen,
  done,
  primary = false,
}: {
  chosen: Chosen<string>;
  done: () => void;
  primary?: boolean;
}) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [resend] = useResendPostbacksMutation();
  const [asking, setAsking] = useState(false);
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;

  async function run(): Promise<void> {
    const { data } = await resend({ variables: logSelection(chosen, productId) });
    if (data) notify('SUCCESS', resentWords(t, data.resendPostbacks));
  }
  return (
    <>
      <Button
        icon={<SendOutlined />}
        {...(primary ? { type: 'primary' as const } : { size: 'small' as const })}
        onClick={() => setAsking(true)}
      >
        {t(primary ? 'results.resend.one' : 'results.resend.many')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('results.resend.askTitle')}
          okText={t('results.resend.run')}
          run={run}
          onResult={({ reload }) => {
            setAsking(false);
            if (reload) done();
          }}
        >
          <p>{t('results.resend.ask', { count })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const useOne = logRowSource(useNotificationWithAttemptsQuery);

const resendable: LogDefinition<QueueRow> = {
  ...queueLog,
  bulk: (chosen, done) => <Resend chosen={chosen} done={done} />,
};

/** Postback queue: past, current and future postbacks, with a resend action. */
export function ResultQueue() {
  const { t } = useTranslation();
  const mayResend = useMayApprove('postbacks');
  const sending = useAspSending();
  return (
    <Page title={queueLog.title(t)} lead={queueLog.lead(t)} actions={<AspSendingButton sending={sending} />}>
      <PausedNote sending={sending} />
      <LogList log={mayResend ? resendable : queueLog} />
    </Page>
  );
}

/** Postback details: diagnosis, retry schedule and attempts. */
export function ResultQueueDetail() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const mayResend = useMayApprove('postbacks');
  const one = useOne(id, {});
  return (
    <LogDetail
      log={queueLog}
      path="/log/result-queue"
      title={t('results.queue.detail')}
      one={one}
      actions={({ resultId, attempts, state }) => (
        <>
          {resultId !== null && (
            <Button icon={<FileSearchOutlined />} onClick={() => void navigate(logPaths.result(resultId))}>
              {t('results.queue.openResult')}
            </Button>
          )}
          {mayResend && (attempts > 0 || state !== 'pending') && (
            <Resend primary chosen={{ kind: 'ids', ids: [id] }} done={() => void one.refetch()} />
          )}
        </>
      )}
    >
      {(item) => <PostbackDoctor item={item} />}
    </LogDetail>
  );
}
