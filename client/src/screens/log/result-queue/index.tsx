import { FileSearchOutlined, SendOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useNotificationWithAttemptsQuery, useResendPostbacksMutation } from '../../../generated/graphql';
import { LogDetail } from '../../../kit/log/log-detail';
import type { LogDefinition } from '../../../kit/log/log-definition';
import { logRowSource } from '../../../kit/log/log-row-source';
import { logPaths } from '../../../kit/log/log-paths';
import { LogList } from '../../../kit/log/log-screen';
import { Page } from '../../../kit/page';
import { useMayApprove } from '../../../session/use-may-approve';
import { AspSendingButton, PausedNote, useAspSending } from './asp-sending';
import { PostbackDoctor } from './doctor';
import { queueLog, type QueueRow } from './log';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import type { Chosen } from '../../../kit/list/types';
import { logSelection } from '../../../kit/log/log-selection';
import { notify } from '../../../kit/notifier';
import { useProductId } from '../../../session/session-context';

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
