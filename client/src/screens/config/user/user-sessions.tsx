import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useRevokeOtherSessionsMutation,
  useRevokeSessionMutation,
  useUserSessionsQuery,
} from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { failureToast } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { HistoryButton } from '../../../kit/setting/history-button';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useRight } from '../../../session/rights';
import { useSession } from '../../../session/session-context';

const timeText = (time: string): string => formatDateTime(time);

interface UserSessionsProps {
  userId: number;
  /** Name of the user, unless they are the signed-in one. */
  userName?: string;
}

/** Sessions of a user, with buttons to end one or all except the current. */
export function UserSessions({ userId, userName = '' }: UserSessionsProps) {
  const { t } = useTranslation();
  const own = useSession().profile.userId === userId;
  const mayEnd = useRight('users') === 'edit' || own;
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useUserSessionsQuery({
    variables: { userId },
    fetchPolicy: 'network-only',
  });
  const [revoke] = useRevokeSessionMutation();
  const [revokeOthers] = useRevokeOtherSessionsMutation();
  const others = data?.sessions.filter(({ current }) => !current) ?? [];
  const endAll = own ? t('settings.user.endOtherSessions') : t('settings.user.endAllSessions');
  async function end(id: string): Promise<void> {
    try {
      await revoke({ variables: { id } });
      notify('SUCCESS', t('settings.user.sessionEnded'));
    } catch (reason) {
      failureToast(t)(reason);
    }
    void refetch();
  }
  return (
    <Panel
      title={t('settings.user.sessions')}
      lead={t('settings.user.sessionsLead')}
      actions={
        <div className="ic-flex ic-wrap ic-gap-8">
          <HistoryButton of={{ entity: 'session', id: userId }} label={t('settings.user.signInHistory')} />
          {mayEnd && others.length > 0 && <Button onClick={() => setAsking(true)}>{endAll}</Button>}
        </div>
      }
    >
      {!data && <LoadState error={error} retry={() => void refetch()} />}
      {data?.sessions.length === 0 && <p>{t('settings.hits.none')}</p>}
      <PanelRows>
        {data?.sessions.map(({ id, ip, device, startedAt, lastUsedAt, current }) => (
          <PanelRow
            key={id}
            name={device ?? t('settings.user.device')}
            facts={[
              ip,
              `${t('settings.user.signedInAt')} ${timeText(startedAt)}`,
              `${t('settings.user.lastUsed')} ${timeText(lastUsedAt)}`,
            ]}
            actions={
              current ? (
                <StatusTag tone="good">{t('settings.user.thisSession')}</StatusTag>
              ) : (
                mayEnd && (
                  <Button size="small" onClick={() => void end(id)}>
                    {t('settings.user.endSession')}
                  </Button>
                )
              )
            }
          />
        ))}
      </PanelRows>
      {isAsking && (
        <ConfirmDialog
          title={endAll}
          okText={t('settings.user.endSession')}
          danger
          run={() => revokeOthers({ variables: { userId } })}
          onResult={({ reload }) => {
            setAsking(false);
            if (!reload) return;
            notify('SUCCESS', t('settings.user.sessionsEnded'));
            void refetch();
          }}
        >
          <p>
            {own
              ? t('settings.user.endOtherSessionsAsk')
              : t('settings.user.endAllSessionsAsk', { name: userName })}
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
