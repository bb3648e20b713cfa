import { useTranslation } from 'react-i18next';
import { useLastChangeQuery } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import { formatDateTime } from '../tokyo-date';

export interface LastChangeProps {
  entity: string;
  id: number;
  /** When it was saved last, ISO 8601; undefined where the setting does not say. */
  at: string | undefined;
}

/** That a setting was saved in the meantime, by whom and when: the user for those who may read the audit trail, the time for everybody. */
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
  /** Whether it was the signed-in user, elsewhere; undefined where that can't be told. */
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
