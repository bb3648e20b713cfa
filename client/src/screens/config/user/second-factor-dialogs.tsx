import { Button, Modal } from 'antd';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useDisableSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  type BeginSecondFactorMutation,
} from '../../../generated/graphql';
import { AppCode, RecoveryCodes } from '../../../kit/second-factor/authenticator-app';
import { useReturnFocus } from '../../../kit/dialog/confirm-dialog';
import { failureText, refusalOf } from '../../../kit/failure';
import { notify } from '../../../kit/notifier';
import { FormMessage, TextField } from '../../../kit/plain-form';
import { useFieldTexts } from '../../../kit/use-field-texts';

const WIDTH = 480;

/** Field of a step. */
type Input = 'currentPassword' | 'code' | 'name';

interface StepProps {
  inputs: readonly Input[];
  /** Suggested name. */
  name?: string;
  okText: string;
  danger?: boolean;
  children: ReactNode;
  /** Shown between the fields and the buttons. */
  below?: ReactNode;
  /** Sends the input. The step shows errors beside their fields. */
  run: (given: Record<Input, string>) => Promise<void>;
  onCancel: () => void;
}

const attributes = {
  currentPassword: { type: 'password', autoComplete: 'current-password' },
  code: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  name: { autoComplete: 'off' },
} as const;

/** One step of a dialog: an explanation, fields and a button. Enter sends it. */
export function Step({
  inputs,
  name = '',
  okText,
  danger = false,
  children,
  below,
  run,
  onCancel,
}: StepProps) {
  const { t } = useTranslation();
  const texts = useFieldTexts('user');
  const labels = { code: t('session.code'), name: t('settings.user.passkeyName') };
  const [given, setGiven] = useState<Record<Input, string>>({ currentPassword: '', code: '', name });
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The dialog is within the form of the page, which must not be sent too.
    event.stopPropagation();
    const missing = inputs.filter((name) => given[name].trim() === '');
    setErrors(Object.fromEntries(missing.map((name) => [name, t('session.required')])));
    setFailure(undefined);
    if (missing.length > 0) return;
    setBusy(true);
    try {
      await run(given);
    } catch (error) {
      const fields = Object.entries(refusalOf(error).fields);
      setErrors(Object.fromEntries(fields.map(([name, list]) => [name, list.join(' ')])));
      if (!fields.some(([name]) => inputs.some((one) => one === name))) setFailure(failureText(t, error));
    }
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {failure && <FormMessage type="error">{failure}</FormMessage>}
      <div className="ic-mb-16">{children}</div>
      {inputs.map((name, index) => (
        <TextField
          key={name}
          label={name === 'currentPassword' ? texts.label(name) : labels[name]}
          {...attributes[name]}
          autoFocus={index === 0}
          value={given[name]}
          onChange={(text) => setGiven((before) => ({ ...before, [name]: text }))}
          error={errors[name]}
        />
      ))}
      {below}
      <div className="ic-row ic-gap-8" style={{ justifyContent: 'flex-end' }}>
        <Button disabled={busy} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
          {okText}
        </Button>
      </div>
    </form>
  );
}

export interface SecondFactorDialogProps {
  onClose: () => void;
  /** Called when the state changed on the server. */
  onChange: () => void;
}

/** Frame of the dialogs. Codes that can't be shown again close by their own button alone. */
export function Frame({ title, isFixed, onClose, children }: FrameProps) {
  useReturnFocus();
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={title}
      footer={null}
      closable={!isFixed}
      keyboard={!isFixed}
      mask={{ closable: false }}
      onCancel={onClose}
      // The dialog focuses its close button first.
      afterOpenChange={(isOpen) => isOpen && body.current?.querySelector('input')?.focus()}
    >
      <div ref={body}>{children}</div>
    </Modal>
  );
}

interface FrameProps {
  title: string;
  isFixed: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Sets the second factor up: password, authenticator app with a first code, recovery codes. */
export function SetUpDialog({ onClose, onChange }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [begin] = useBeginSecondFactorMutation();
  const [confirm] = useConfirmSecondFactorMutation();
  const [setup, setSetup] = useState<BeginSecondFactorMutation['beginSecondFactor']>();
  const [codes, setCodes] = useState<readonly string[]>();
  function done(): void {
    notify('SUCCESS', t('settings.user.factorDone'));
    onClose();
  }
  return (
    <Frame title={t('settings.user.factorSetUp')} isFixed={codes !== undefined} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={done} />
      ) : setup ? (
        <Step
          key="code"
          inputs={['code']}
          okText={t('settings.user.factorConfirm')}
          run={async ({ code }) => {
            const { data } = await confirm({ variables: { code } });
            onChange();
            setCodes(data?.confirmSecondFactor.recoveryCodes ?? []);
          }}
          onCancel={onClose}
        >
          <AppCode {...setup} />
        </Step>
      ) : (
        <Step
          key="password"
          inputs={['currentPassword']}
          okText={t('settings.user.factorNext')}
          run={async ({ currentPassword }) => {
            setSetup((await begin({ variables: { currentPassword } })).data?.beginSecondFactor);
          }}
          onCancel={onClose}
        >
          <p>{t('settings.user.factorPassword')}</p>
        </Step>
      )}
    </Frame>
  );
}

/** Replaces the recovery codes, with a code of the app. */
export function RenewCodesDialog({ onClose, onChange }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [renew] = useRenewRecoveryCodesMutation();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Frame title={t('settings.user.factorRenew')} isFixed={codes !== undefined} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onSaved={onClose} />
      ) : (
        <Step
          inputs={['code']}
          okText={t('settings.user.factorRenew')}
          run={async ({ code }) => {
            const { data } = await renew({ variables: { code } });
            onChange();
            setCodes(data?.renewRecoveryCodes.recoveryCodes ?? []);
          }}
          onCancel={onClose}
        >
          <p>{t('settings.user.factorRenewLead')}</p>
        </Step>
      )}
    </Frame>
  );
}

/** Turns the second factor off, with the password and a code. */
export function DisableDialog({ onClose, onChange }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [disable] = useDisableSecondFactorMutation();
  return (
    <Frame title={t('settings.user.factorDisableTitle')} isFixed={false} onClose={onClose}>
      <Step
        inputs={['currentPassword', 'code']}
        okText={t('settings.user.factorDisable')}
        danger
        run={async (given) => {
          await disable({ variables: given });
          notify('SUCCESS', t('settings.user.factorDisabled'));
          onChange();
          onClose();
        }}
        onCancel={onClose}
      >
        <p>{t('settings.user.factorDisableLead')}</p>
      </Step>
    </Frame>
  );
}
