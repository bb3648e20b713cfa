import { useTranslation } from 'react-i18next';
import { addressList } from '../../../../../shared/address-list';
import { useUserSessionsQuery } from '../../../generated/graphql';
import { FormMessage } from '../../../kit/form-message';
import { useSession } from '../../../session/session-context';

/** From where one is signed in, below the list of who may; a warning where the list leaves that out. */
export function OwnAddress({ list }: { list: unknown }) {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { data } = useUserSessionsQuery({ variables: { userId: profile.userId }, fetchPolicy: 'network-only' });
  const ip = data?.sessions.find(({ current }) => current)?.ip;
  if (!ip) return null;
  const text = typeof list === 'string' ? list.trim() : '';
  if (text === '' || addressList(text)(ip)) return <p className="ic-muted">{t('settings.company.ownAddress', { ip })}</p>;
  return <FormMessage type="error">{t('settings.company.shutsOut', { ip })}</FormMessage>;
}
