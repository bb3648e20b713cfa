import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRevokeSessionMutation, useUserSessionsQuery } from '../../../generated/graphql';
import { failureToast } from '../../../kit/failure-handlers';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/panel';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { browserName } from './browser-name';
import { formatDateTime } from '../../../kit/tokyo-date';

const timeText = (time: string): string => formatDateTime(time);

/** Sessions of a user, with a button to end each. */
export function UserSessions({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useUserSessionsQuery({
    variables: { userId },
    fetchPolicy: 'network-only',
  });
  const [revoke] = useRevokeSessionMutation();
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
    <Panel title={t('settings.user.sessions')} lead={t('settings.user.sessionsLead')}>
      {!data && <LoadState error={error} retry={() => void refetch()} />}
      {data?.sessions.length === 0 && <p>{t('settings.hits.none')}</p>}
      <PanelRows>
        {data?.sessions.map(({ id, ip, ua, startedAt, lastUsedAt, current }) => (
          <PanelRow
            key={id}
            name={<span title={ua ?? ''}>{browserName(ua) ?? t('settings.user.device')}</span>}
            facts={[
              ip,
              `${t('settings.user.signedInAt')} ${timeText(startedAt)}`,
              `${t('settings.user.lastUsed')} ${timeText(lastUsedAt)}`,
            ]}
            actions={
              current ? (
                <StatusTag tone="good">{t('settings.user.thisSession')}</StatusTag>
              ) : (
                <Button size="small" onClick={() => void end(id)}>
                  {t('settings.user.endSession')}
                </Button>
              )
            }
          />
        ))}
      </PanelRows>
    </Panel>
  );
}
