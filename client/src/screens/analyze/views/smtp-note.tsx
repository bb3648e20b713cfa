import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../../../shared/catalog';
import { useConsoleConfig } from '../../../session/console-config';
import { useSession } from '../../../session/session-context';

/** Warns that no mail server is configured, and says where to configure one or who can. */
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
