import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePasskeysQuery, type PasskeysQuery } from '../../../generated/graphql';
import { Panel, PanelRow, PanelRows, Stack } from '../../../kit/page';
import { LoadState } from '../../../kit/setting/load-state';
import { StatusTag } from '../../../kit/status-tag';
import { formatDateTime } from '../../../kit/tokyo-date';
import { canUsePasskeys } from '../../../session/passkeys';
import { AddPasskeyDialog, RemovePasskeyDialog } from './passkey-dialogs';

type Passkey = PasskeysQuery['passkeys'][number];

/** The signed-in user's passkeys, with buttons to add and remove one. */
export function Passkeys() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePasskeysQuery({ fetchPolicy: 'network-only' });
  const [dialog, setDialog] = useState<'add' | Passkey>();
  const close = (): void => setDialog(undefined);
  const reload = (): void => void refetch();
  // With an authenticator app, its panel shows the recovery codes.
  const codesLeft =
    data && data.passkeys.length > 0 && !data.secondFactor.activeSince
      ? data.secondFactor.recoveryCodesLeft
      : undefined;
  return (
    <Panel title={t('settings.user.passkeys')} lead={t('settings.user.passkeysLead')}>
      {!data && <LoadState error={error} retry={reload} />}
      {data && (
        <Stack>
          {data.passkeys.length > 0 && (
            <PanelRows>
              {data.passkeys.map((passkey) => (
                <PanelRow
                  key={passkey.id}
                  name={passkey.name}
                  facts={[
                    passkey.passwordless && (
                      <StatusTag tone="good">{t('settings.user.passkeyPasswordless')}</StatusTag>
                    ),
                    `${t('settings.user.passkeyCreatedAt')} ${formatDateTime(passkey.createdAt)}`,
                    passkey.lastUsedAt
                      ? `${t('settings.user.lastUsed')} ${formatDateTime(passkey.lastUsedAt)}`
                      : t('settings.user.passkeyUnused'),
                  ].filter(Boolean)}
                  actions={
                    <Button
                      size="small"
                      aria-label={`${t('settings.user.passkeyRemove')} ${passkey.name}`}
                      onClick={() => setDialog(passkey)}
                    >
                      {t('settings.user.passkeyRemove')}
                    </Button>
                  }
                />
              ))}
            </PanelRows>
          )}
          {codesLeft !== undefined && (
            <p className="ic-hint">{t('settings.user.factorCodesLeft', { left: codesLeft })}</p>
          )}
          {canUsePasskeys() ? (
            <div>
              <Button onClick={() => setDialog('add')}>{t('settings.user.passkeyAdd')}</Button>
            </div>
          ) : (
            <p className="ic-hint">{t('settings.user.passkeyNeedsHttps')}</p>
          )}
        </Stack>
      )}
      {dialog === 'add' && <AddPasskeyDialog onClose={close} onChange={reload} />}
      {dialog && dialog !== 'add' && (
        <RemovePasskeyDialog passkey={dialog} onClose={close} onChange={reload} />
      )}
    </Panel>
  );
}
