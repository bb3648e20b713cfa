import { useTranslation } from 'react-i18next';
import { RoleType } from '../../../shared/catalog';
import { parseMailReason, type MailFault } from '../../../shared/domain/mail';
import { useSession } from '../session/session-context';

/** Faults in environment settings, whose names only administrators see. */
const SETTING_FAULTS = [
  'noSmtp',
  'dns',
  'refusedConnection',
  'tls',
  'signIn',
  'sender',
] as const satisfies readonly MailFault[];

/**
 * Explains why a mail was not sent, with the mail server's answer in small print. Shows any other text
 * unchanged.
 */
export function MailReason({ text }: { text: string }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const reason = parseMailReason(text);
  if (!reason) return <>{text}</>;
  const others =
    profile.roleType === RoleType.ADMIN ? undefined : SETTING_FAULTS.find((fault) => fault === reason.fault);
  return (
    <>
      {others ? t(`mail.faultOthers.${others}`) : t(`mail.fault.${reason.fault}`)}{' '}
      {reason.raw && <small className="ic-muted">{t('mail.said', { raw: reason.raw })}</small>}
    </>
  );
}
