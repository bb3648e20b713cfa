import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { useResetSecondFactorMutation, useSecondFactorQuery } from '../../../generated/graphql';
import { ConfirmDialog } from '../../../kit/dialog/confirm-dialog';
import { notify } from '../../../kit/notifier';
import { Panel, PanelRow, PanelRows, Stack } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { Passkeys } from './passkeys';
import { DisableDialog, RenewCodesDialog, SetUpDialog } from './second-factor-dialogs';

const dialogs = { setUp: SetUpDialog, renew: RenewCodesDialog, disable: DisableDialog };

/** Tag of a user with a second factor. */
export function FactorTag() {
  const { t } = useTranslation();
  return <StatusTag tone="good">{t('settings.user.factorOn')}</StatusTag>;
}

/** State of a second factor that is on, with actions below it. */
function FactorState({
  since,
  facts = [],
  children,
}: {
  since: string;
  facts?: readonly string[];
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Stack>
      <PanelRows>
        <PanelRow
          name={<FactorTag />}
          facts={[t('settings.user.factorSince', { time: formatDateTime(since) }), ...facts]}
        />
      </PanelRows>
      <div className="ic-row ic-wrap ic-gap-8">{children}</div>
    </Stack>
  );
}

/** The signed-in user's second factor: its state, set-up, recovery codes, and off. */
function OwnSecondFactor() {
  const { t } = useTranslation();
  const { data, error, refetch } = useSecondFactorQuery({ fetchPolicy: 'network-only' });
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const Dialog = dialog && dialogs[dialog];
  const state = data?.secondFactor;
  return (
    <Panel title={t('settings.user.factor')} lead={t('settings.user.factorLead')}>
      {!state && <LoadState error={error} retry={() => void refetch()} />}
      {state && !state.activeSince && (
        <Button onClick={() => setDialog('setUp')}>{t('settings.user.factorSetUp')}</Button>
      )}
      {state?.activeSince && (
        <FactorState
          since={state.activeSince}
          facts={[t('settings.user.factorCodesLeft', { left: state.recoveryCodesLeft })]}
        >
          <Button onClick={() => setDialog('renew')}>{t('settings.user.factorRenew')}</Button>
          <Button danger onClick={() => setDialog('disable')}>
            {t('settings.user.factorDisable')}
          </Button>
        </FactorState>
      )}
      {Dialog && <Dialog onClose={() => setDialog(undefined)} onChange={() => void refetch()} />}
    </Panel>
  );
}

interface SecondFactorUser {
  id: number;
  userName: string;
  secondFactorSince?: string | null | undefined;
}

/** Another user's second factor, which an ADMIN can reset. */
function OtherSecondFactor({ user }: { user: SecondFactorUser }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const [reset] = useResetSecondFactorMutation();
  const [asking, setAsking] = useState(false);
  const [since, setSince] = useState(user.secondFactorSince);
  if (!since) return null;
  return (
    <Panel title={t('settings.user.factor')}>
      <FactorState since={since}>
        {profile.roleType === RoleType.ADMIN && (
          <Button danger onClick={() => setAsking(true)}>
            {t('settings.user.factorReset')}
          </Button>
        )}
      </FactorState>
      {asking && (
        <ConfirmDialog
          title={t('settings.user.factorReset')}
          okText={t('settings.user.factorReset')}
          danger
          run={async () => {
            await reset({ variables: { userId: user.id } });
            notify('SUCCESS', t('settings.user.factorResetDone'));
            setSince(null);
          }}
          onResult={({ close }) => {
            if (close) setAsking(false);
          }}
        >
          <p>{t('settings.user.factorResetAsk', { name: user.userName })}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** The second factor of a user: everything for the own account, the state for others. */
export function SecondFactor({ user }: { user: SecondFactorUser }) {
  const { profile } = useSession();
  if (user.id !== profile.userId) return <OtherSecondFactor user={user} />;
  return (
    <>
      <OwnSecondFactor />
      <Passkeys />
    </>
  );
}
