import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../../../kit/plain-form';
import { canUsePasskeys, passkeyProblem } from '../../../session/passkeys';

interface PasskeyButtonProps {
  children: string;
  /** Whether it is the main action of the page, which then has the focus. */
  primary?: boolean;
  disabled?: boolean;
  run: () => Promise<void>;
  /** Called if the server refused, but not if the user cancelled. */
  onFailure: (error: unknown) => void;
}

/** Button that asks for a passkey. Renders nothing where passkeys don't work. */
export function PasskeyButton({
  children,
  primary = false,
  disabled = false,
  run,
  onFailure,
}: PasskeyButtonProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  if (!canUsePasskeys()) return null;
  async function enter(): Promise<void> {
    setBusy(true);
    setNote('');
    try {
      await run();
    } catch (error) {
      const problem = passkeyProblem(error);
      if (problem === undefined) onFailure(error);
      else setNote(problem === 'cancelled' ? t('session.passkeyCancelled') : t('session.passkeyUnusable'));
      setBusy(false);
    }
  }
  return (
    <div>
      <PlainButton
        wide
        primary={primary}
        autoFocus={primary}
        busy={busy}
        disabled={disabled}
        onClick={() => void enter()}
      >
        {children}
      </PlainButton>
      <p role="status" className={`ic-note ${note && 'ic-mt-8'}`}>
        {note}
      </p>
    </div>
  );
}
