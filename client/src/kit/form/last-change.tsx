import { useTranslation } from 'react-i18next';
import { useLastChangeQuery } from '../../generated/graphql';
import { useRight } from '../../session/use-right';
import { formatDateTime } from '../tokyo-date';

export interface LastChangeProps {
  entity: string;
  id: number;
  /** When it was saved last, ISO 8601; undefined where the setting does not say. */
  at: string | undefined;
}

/** Who saved a setting last, and when: the name for those who may read the audit trail, the time for everybody. */
export function LastChange(props: LastChangeProps) {
  const mayRead = useRight('audit') !== 'none';
  return mayRead ? <Named {...props} /> : <Line name={undefined} at={props.at} />;
}

function Named({ entity, id, at }: LastChangeProps) {
  const { data } = useLastChangeQuery({ variables: { entity, id }, fetchPolicy: 'network-only' });
  const last = data?.auditLogs.results[0];
  return <Line name={last?.userName} at={last?.at ?? at} />;
}

function Line({ name, at }: { name: string | undefined; at: string | undefined }) {
  const { t } = useTranslation();
  const time = at === undefined ? undefined : formatDateTime(at);
  if (name && time) return <p>{t('form.conflictBy', { name, time })}</p>;
  return time ? <p>{t('form.conflictAt', { time })}</p> : null;
}
