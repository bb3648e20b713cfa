import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog';
import { signOut } from '../session/sign-in';

/** Asks before ending the session of all tabs if another tab has unsaved input. */
export function SignOutQuestion({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('frame.signOutTitle')}
      okText={t('frame.signOutAnyway')}
      danger
      run={signOut}
      onResult={onEnd}
    >
      <p>{t('frame.signOutLead')}</p>
    </ConfirmDialog>
  );
}
