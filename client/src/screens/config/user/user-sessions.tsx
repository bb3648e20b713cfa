import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRevokeSessionMutation, useUserSessionsQuery } from '../../../generated/graphql';
import { failureToast } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';

/** Order matters: later browsers also claim to be earlier ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a readable browser name such as `Chrome ・ Windows`. Falls back to the first word of the user agent.
 */
function browserName(ua: string | null | undefined): string | undefined {
  if (!ua) return undefined;
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(ua))?.[1];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter(Boolean);
  return parts.length > 0 ? parts.join(' ・ ') : ua.split(/[ /]/)[0];
}

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
