import { FileSearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useNotificationWithAttemptsQuery } from '../../../generated/graphql';
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
import { Resend } from './resend';

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
