import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConsoleConfig } from '../../../session/console-config';

/** Where there is no mail server: that nothing is sent, and where to set one. */
export function SmtpNote() {
  const { t } = useTranslation();
  const { mails } = useConsoleConfig();
  return mails ? null : <Alert type="warning" showIcon title={t('views.noSmtp')} description={t('views.noSmtpHint')} style={{ marginBottom: 16 }} />;
}
