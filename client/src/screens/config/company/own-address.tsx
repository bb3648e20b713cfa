import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addressList } from '../../../../../shared/address-list';
import { useUserSessionsQuery } from '../../../generated/graphql';
import { FormMessage } from '../../../kit/form-message';
import { useSession } from '../../../session/session-context';
import styles from './own-address.module.css';

/** Warns that the list excludes the user's current address. Scrolls itself into view. */
function LockoutWarning({ ip }: { ip: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <FormMessage type="error">{t('settings.company.shutsOut', { ip })}</FormMessage>
    </div>
  );
}

/** Shows the user's current address below the list of allowed ones. Warns if the list excludes it. */
export function OwnAddress({ list }: { list: unknown }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { data } = useUserSessionsQuery({
    variables: { userId: profile.userId },
    fetchPolicy: 'network-only',
  });
  const ip = data?.sessions.find(({ current }) => current)?.ip;
  if (!ip) return null;
  const text = typeof list === 'string' ? list.trim() : '';
  const listed = text === '' || addressList(text)(ip);
  return (
    <div className={styles.address}>
      {listed ? (
        <p className="ic-muted">{t('settings.company.ownAddress', { ip })}</p>
      ) : (
        <LockoutWarning ip={ip} />
      )}
    </div>
  );
}
