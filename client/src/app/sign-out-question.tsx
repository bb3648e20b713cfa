import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog';
import { signOut } from '../session/sign-in';

/** Asks before the session of all tabs ends, where another one holds input that is not saved. */
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
