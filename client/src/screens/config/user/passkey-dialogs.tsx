import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useRemovePasskeyMutation,
} from '../../../generated/graphql';
import { RecoveryCodes } from '../../../kit/second-factor/authenticator-app';
import { notify } from '../../../kit/notifier';
import { createPasskey, passkeyProblem } from '../../../session/passkeys';
import { Frame, Step, type SecondFactorDialogProps } from './second-factor-dialogs';

/** A passkey that the browser created, and that the server does not know yet. */
interface Created {
  ticket: string;
  response: string;
  name: string;
}

/** Adds a passkey: password, the browser's own dialog, a name, and recovery codes if it is the first factor. */
export function AddPasskeyDialog({ onClose, onChange }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [created, setCreated] = useState<Created>();
  const [problem, setProblem] = useState<ReturnType<typeof passkeyProblem>>();
  const [passwordless, setPasswordless] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const problems = {
    cancelled: t('settings.user.passkeyCancelled'),
    known: t('settings.user.passkeyKnown'),
    unusable: t('settings.user.passkeyUnusable'),
  };
  const names = {
    securityKey: t('settings.user.passkeySecurityKey'),
    phone: t('settings.user.passkeyPhone'),
  };

  async function create(currentPassword: string): Promise<void> {
    setProblem(undefined);
    const { data } = await begin({ variables: { currentPassword } });
    if (!data) return;
    const { ticket, options, name } = data.beginPasskey;
    try {
      const { response, storedOn } = await createPasskey(options);
      setCreated({ ticket, response, name: storedOn ? names[storedOn] : (name ?? '') });
    } catch (error) {
      const reason = passkeyProblem(error);
      if (!reason) throw error;
      setProblem(reason);
    }
  }

  async function store(passkey: Created): Promise<void> {
    const { data } = await add({ variables: { ...passkey, passwordless } });
    onChange();
    notify('SUCCESS', t('settings.user.passkeyAdded'));
    const recoveryCodes = data?.addPasskey.recoveryCodes;
    if (recoveryCodes) setCodes(recoveryCodes);
    else onClose();
  }

  return (
    <Frame title={t('settings.user.passkeyAdd')} isFixed={codes !== undefined} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : created ? (
        <Step
          key="name"
          inputs={['name']}
          name={created.name}
          okText={t('settings.user.passkeyAdd')}
          below={
            <div className="ic-mb-16">
              <Checkbox checked={passwordless} onChange={({ target }) => setPasswordless(target.checked)}>
                {t('settings.user.passkeyReplaces')}
              </Checkbox>
              <p className="ic-hint" style={{ marginInlineStart: 24 }}>
                {t('settings.user.passkeyReplacesHint')}
              </p>
            </div>
          }
          run={({ name }) => store({ ...created, name })}
          onCancel={onClose}
        >
          <p>{t('settings.user.passkeyMade')}</p>
        </Step>
      ) : (
        <Step
          key="password"
          inputs={['currentPassword']}
          okText={t('settings.user.factorNext')}
          below={
            <p role="status" className={problem && 'ic-hint ic-mb-16'}>
              {problem && problems[problem]}
            </p>
          }
          run={({ currentPassword }) => create(currentPassword)}
          onCancel={onClose}
        >
          <p>{t('settings.user.passkeyAddLead')}</p>
        </Step>
      )}
    </Frame>
  );
}

interface RemoveProps extends SecondFactorDialogProps {
  passkey: { id: number; name: string };
}

/** Removes a passkey, with the password. */
export function RemovePasskeyDialog({ passkey: { id, name }, onClose, onChange }: RemoveProps) {
  const { t } = useTranslation();
  const [remove] = useRemovePasskeyMutation();
  return (
    <Frame title={t('settings.user.passkeyRemoveTitle')} isFixed={false} onClose={onClose}>
      <Step
        inputs={['currentPassword']}
        okText={t('settings.user.passkeyRemove')}
        danger
        run={async ({ currentPassword }) => {
          await remove({ variables: { id, currentPassword } });
          notify('SUCCESS', t('settings.user.passkeyRemoved'));
          onChange();
          onClose();
        }}
        onCancel={onClose}
      >
        <p>{t('settings.user.passkeyRemoveLead', { name })}</p>
      </Step>
    </Frame>
  );
}
