import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { useConsoleConfig } from '../../../session/console-config';
import { useSession } from '../../../session/session-context';

/** Where there is no mail server: that nothing is sent, and where to set one, or whom to ask. */
export function SmtpNote() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { mails } = useConsoleConfig();
  if (mails) return null;
  const hint = t(profile.roleType === RoleType.ADMIN ? 'views.noSmtpHint' : 'views.noSmtpHintOthers');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('views.noSmtp')}
      description={hint}
      style={{ marginBottom: 16 }}
    />
  );
}
