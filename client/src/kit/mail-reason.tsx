import { useTranslation } from 'react-i18next';
import { mailReasonOf } from '../../../shared/domain/mail';

/** Why a mail did not go out, in words, with what the mail server said in small print; another text as it is. */
export function MailReason({ text }: { text: string }) {
  const { t } = useTranslation();
  const reason = mailReasonOf(text);
  if (!reason) return <>{text}</>;
  return (
    <>
      {t(`mail.fault.${reason.fault}`)} {reason.raw && <small className="ic-muted">{t('mail.said', { raw: reason.raw })}</small>}
    </>
  );
}
