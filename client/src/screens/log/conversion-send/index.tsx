import { FileSearchOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import {
  platformKeys,
  platformOf,
  platforms,
  sendStates,
  type SendState,
} from '../../../../../shared/catalog/platforms';
import { diagnose } from '../../../../../shared/domain/postback';
import {
  ConversionSendsDocument,
  useConversionSendsQuery,
  useConversionSendWithAttemptsQuery,
  useResendConversionsMutation,
  type ConversionSendsQuery,
  type ConversionSendWithAttemptsQuery,
} from '../../../generated/graphql';
import { textAt } from '../../../i18n/i18n';
import { logColumns } from '../../../kit/log/log-columns';
import {
  logFilter,
  logRowSource,
  useSeesPersonal,
  type LogDefinition,
} from '../../../kit/log/log-definition';
import { LogDetail } from '../../../kit/log/log-detail';
import { logPaths, logSelection } from '../../../kit/log/log-paths';
import { LogList } from '../../../kit/log/log-screen';
import { logSource, type LogRow } from '../../../kit/log/log-source';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import type { Chosen } from '../../../kit/list/list-source';
import { notify } from '../../../kit/notifier';
import { Page, Panel } from '../../../kit/page';
import { PostbackOutcome } from '../../../kit/postback/postback-outcome';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useProductId } from '../../../session/session-context';
import { useMayApprove } from '../../../session/use-may-approve';

type SendRow = LogRow<ConversionSendsQuery>;
const column = logColumns<SendRow>();

const TONES: Readonly<Record<SendState, Tone>> = {
  waiting: 'waiting',
  sent: 'good',
  accepted: 'good',
  refused: 'bad',
  given_up: 'bad',
  no_consent: 'muted',
  no_key: 'muted',
  too_old: 'muted',
};
const isState = (text: string): text is SendState => sendStates.some((one) => one === text);

/** State of a conversion at a platform. */
function StateTag({ state }: { state: string }) {
  const { t } = useTranslation();
  return isState(state) ? <StatusTag tone={TONES[state]}>{t(`sends.state.${state}`)}</StatusTag> : state;
}

/** Returns the reason in words; the platform's own words stay. */
const reasonText = (t: TFunction, reason: string | null): string => {
  if (reason === null) return '';
  const text = /^\w+$/.test(reason) ? textAt(t, `sends.reason.${reason}`) : reason;
  return text.startsWith('sends.') ? reason : text;
};

const retractionText = (t: TFunction, retraction: string): string =>
  textAt(t, `sends.retraction.${retraction}`);

/** Retraction of a conversion that does not count any more. */
function Retraction({ retraction }: { retraction: string }) {
  const { t } = useTranslation();
  return retractionText(t, retraction);
}

/** Reason of a state; the state itself explains why a conversion is not sent at all. */
function Reason({ state, reason }: { state: string; reason: string | null }) {
  const { t } = useTranslation();
  return reason === null && /^(no_|too_)/.test(state)
    ? textAt(t, `sends.why.${state}`)
    : reasonText(t, reason);
}

/** Log of conversions at ad platforms. */
const sendLog: LogDefinition<SendRow> = {
  name: 'log_conversion_send',
  entity: 'send',
  title: (t) => t('sends.title'),
  lead: (t) => t('sends.lead'),
  empty: { title: (t) => t('sends.empty'), hint: (t) => t('sends.emptyHint') },
  columns: [
    column.when('createdAt'),
    { ...column.text('state', { width: 130 }), render: ({ state }) => <StateTag state={state} /> },
    {
      ...column.text('reason', { width: 320 }),
      render: ({ state, reason }) => <Reason state={state} reason={reason} />,
    },
    column.label('sender', { width: 220 }),
    {
      ...column.text('platform', { width: 240, hidden: true }),
      render: ({ platform }) => platformOf(platform)?.name ?? platform,
    },
    column.label('cvSetting'),
    column.ad('ad'),
    column.yen('value'),
    column.code('transactionId', { width: 240 }),
    {
      ...column.text('retraction', { width: 200 }),
      render: ({ retraction }) => (retraction === null ? '' : <Retraction retraction={retraction} />),
    },
    column.number('attempts'),
    column.time('nextAt', { width: 170 }),
    column.time('sentAt', { width: 170 }),
    column.code('conversionId', { hidden: true }),
    column.code('id', { hidden: true }),
  ],
  personal: ['transactionId'],
  filters: [
    {
      name: 'state',
      words: (t) => sendStates.map((value) => ({ value, label: t(`sends.state.${value}`) })),
    },
    {
      name: 'platform',
      words: () => platformKeys.map((key) => ({ value: key, label: platforms[key].name })),
    },
    {
      name: 'retraction',
      words: (t) =>
        ['due', 'done', 'impossible'].map((value) => ({ value, label: retractionText(t, value) })),
    },
    { name: 'cvSettingId', refers: 'cvSetting' },
    logFilter.ad(),
    logFilter.whole('conversionId'),
    logFilter.personal(logFilter.whole('transactionId')),
  ],
  useRows: logSource(useConversionSendsQuery, ConversionSendsDocument),
  href: ({ id }) => logPaths.send(id),
  time: 'createdAt',
  restPath: '/api/v1/logs/conversionSends',
};

type Send = ConversionSendWithAttemptsQuery['conversionSend'];

/** Explains the state of a conversion, and lists the requests that carried it. */
function SendDoctor({ send }: { send: Send }) {
  const { t } = useTranslation();
  const seesPersonal = useSeesPersonal();
  const { state, reason, retraction, nextAt, attemptLog } = send;
  const isFile = platformOf(send.platform)?.kind === 'file';
  const isWithdrawn = state === 'refused' && reason !== null && /^\w+$/.test(reason);
  const key = isWithdrawn ? 'withdrawn' : state === 'waiting' && isFile ? 'waitingFile' : state;
  return (
    <>
      <Panel title={t('results.queue.doctor')}>
        <p className="ic-medium">{textAt(t, `sends.why.${key}`)}</p>
        {reason !== null && <p className="ic-break ic-note">{reasonText(t, reason)}</p>}
        {nextAt !== null && <p>{t('results.queue.next', { time: formatDateTime(nextAt) })}</p>}
        {retraction !== null && <p>{retractionText(t, retraction)}</p>}
      </Panel>
      <Panel title={t('sends.attempts')}>
        {attemptLog.length === 0 ? (
          <p className="ic-muted">{t('sends.noAttempts')}</p>
        ) : (
          <ol className="ic-stack ic-gap-16 ic-list">
            {attemptLog.map((attempt, index) => (
              <li key={index}>
                <p className="ic-flex ic-wrap ic-gap-4-12 ic-mb-4 ic-figures">
                  <strong>{t('sends.attempt', { number: index + 1 })}</strong>
                  <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
                  <span className="ic-note">{t('sends.inBatch', { count: attempt.conversions })}</span>
                </p>
                <PostbackOutcome
                  method="POST"
                  sent={{
                    ...attempt,
                    diagnosis: diagnose({ status: attempt.httpStatus, error: attempt.error }),
                  }}
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

/** Sends the selected conversions, or all in the list, again. */
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
  const [resend] = useResendConversionsMutation();
  const [asking, setAsking] = useState(false);
  const count = chosen.kind === 'ids' ? chosen.ids.length : chosen.count;

  async function run(): Promise<void> {
    const { data } = await resend({ variables: logSelection(chosen, productId) });
    if (data) notify('SUCCESS', t('sends.resent', { count: data.resendConversions.resent }));
  }

  return (
    <>
      <Button
        icon={<SendOutlined />}
        {...(primary ? { type: 'primary' as const } : { size: 'small' as const })}
        onClick={() => setAsking(true)}
      >
        {t('sends.resend')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('sends.resendAsk')}
          okText={t('sends.resend')}
          run={run}
          onResult={({ reload }) => {
            setAsking(false);
            if (reload) done();
          }}
        >
          <p>{t('sends.resendHint', { count })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const resendable: LogDefinition<SendRow> = {
  ...sendLog,
  bulk: (chosen, done) => <Resend chosen={chosen} done={done} />,
};

/** Log of what ad platforms got. */
export function ConversionSends() {
  const { t } = useTranslation();
  const mayResend = useMayApprove('postbacks');
  return (
    <Page title={sendLog.title(t)} lead={sendLog.lead(t)}>
      <LogList log={mayResend ? resendable : sendLog} />
    </Page>
  );
}

const useOne = logRowSource(useConversionSendWithAttemptsQuery);

/** One conversion at a platform: its state in words, its requests, and a resend. */
export function ConversionSendDetail() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const mayResend = useMayApprove('postbacks');
  const one = useOne(id, {});

  return (
    <LogDetail
      log={sendLog}
      path="/log/conversion-send"
      title={t('sends.detail')}
      one={one}
      actions={({ conversionId, cvSettingId, state }) => (
        <>
          <Button
            icon={<FileSearchOutlined />}
            onClick={() => void navigate(logPaths.conversion(conversionId, cvSettingId))}
          >
            {t('sends.openCv')}
          </Button>
          {mayResend && state !== 'waiting' && (
            <Resend primary chosen={{ kind: 'ids', ids: [id] }} done={() => void one.refetch()} />
          )}
        </>
      )}
    >
      {(send) => <SendDoctor send={send} />}
    </LogDetail>
  );
}
