import { useTranslation } from 'react-i18next';
import { useLastChangeQuery } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import { formatDateTime } from '../tokyo-date';

export interface LastChangeProps {
  entity: string;
  id: number;
  /** Time of the last save, ISO 8601; undefined if the setting has none. */
  at: string | undefined;
}

/**
 * Says that a setting was saved concurrently, and when. Users who may read the audit trail also see by whom.
 */
export function LastChange(props: LastChangeProps) {
  const mayRead = useRight('audit') !== 'none';
  return mayRead ? <Named {...props} /> : <Lines at={props.at} />;
}

function Named({ entity, id, at }: LastChangeProps) {
  const { userId } = useSession().profile;
  const { data } = useLastChangeQuery({ variables: { entity, id }, fetchPolicy: 'network-only' });
  const last = data?.auditLogs.results[0];
  if (!last) return <Lines at={at} />;
  return <Lines name={last.userName} at={last.at} own={last.userId === userId} />;
}

interface LinesProps {
  name?: string;
  at: string | undefined;
  /** Whether the signed-in user saved it elsewhere; undefined if unknown. */
  own?: boolean;
}

function Lines({ name, at, own }: LinesProps) {
  const { t } = useTranslation();
  const time = at === undefined ? undefined : formatDateTime(at);
  return (
    <>
      <h2>{t(own === undefined ? 'form.conflictTitle' : own ? 'form.conflictOwn' : 'form.conflictOther')}</h2>
      {time && <p>{name && !own ? t('form.conflictBy', { name, time }) : t('form.conflictAt', { time })}</p>}
    </>
  );
}
