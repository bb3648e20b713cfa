import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ssoRefusals } from '../../../../../shared/catalog/sso-refusals';
import { isRecord } from '../../../../../shared/records';
import { BlankLayout } from '../../../kit/blank-layout';
import { PlainButton } from '../../../kit/plain-form';
import { RestError, restFailureText } from '../../../session/rest';
import { beginSingleSignOn, completeSingleSignOn } from '../../../session/sign-in';

/** Returns why the identity provider's answer was refused; undefined for other texts. */
export function ssoRefusalText(t: TFunction, error: string | null): string | undefined {
  const reason = ssoRefusals.find((known) => known === error);
  return reason && t(`session.ssoRefused.${reason}`);
}

/** Returns the ticket in the page's fragment, and removes it from the address and the history. */
export function takeSsoTicket(): string | undefined {
  const ticket = /^#sso=(.+)/.exec(location.hash)?.[1];
  if (ticket) history.replaceState(history.state, '', location.pathname + location.search);
  return ticket;
}

/** Returns the server's reason, without the names of fields and statuses. */
function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof RestError)) return restFailureText(t, error);
  const { data, messages } = error;
  const [ofField] = isRecord(data) && isRecord(data.errors) ? Object.values(data.errors).flat() : [];
  return String(ofField ?? messages[0] ?? restFailureText(t, error));
}

interface SsoButtonProps {
  email: string;
  remember: boolean;
  /** Page to open afterwards. */
  next: string;
  disabled: boolean;
  /** Returns whether the address is complete. */
  onPress: () => boolean;
  onRefused: (reason: string) => void;
}

/** Leads to the identity provider of the typed address. */
export function SsoButton({ email, remember, next, disabled, onPress, onRefused }: SsoButtonProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function begin(): Promise<void> {
    if (!onPress()) return;
    setBusy(true);
    try {
      await beginSingleSignOn(email, remember, next);
    } catch (error) {
      onRefused(failureText(t, error));
      setBusy(false);
    }
  }

  return (
    <PlainButton wide busy={busy} disabled={disabled} onClick={() => void begin()}>
      {t('session.sso')}
    </PlainButton>
  );
}

interface SsoReturnProps {
  ticket: string;
  /** Receives the page that was requested before the sign-in. */
  onEntered: (next: string | null) => void;
  onRefused: (reason: string) => void;
}

/** Completes the sign-in of a browser that returns from the identity provider. */
export function SsoReturn({ ticket, onEntered, onRefused }: SsoReturnProps) {
  const { t } = useTranslation();
  const began = useRef(false);
  useEffect(() => {
    // The ticket works once.
    if (began.current) return;
    began.current = true;
    completeSingleSignOn(ticket).then(onEntered, (error: unknown) =>
      onRefused(
        error instanceof RestError && error.status === 401
          ? t('session.ssoRefused.expired')
          : failureText(t, error),
      ),
    );
  }, [ticket, onEntered, onRefused, t]);
  return (
    <BlankLayout title={t('session.title')}>
      <p role="status">{t('session.ssoLead')}</p>
    </BlankLayout>
  );
}
