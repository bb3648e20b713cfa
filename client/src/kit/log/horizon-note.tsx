import { HistoryOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useLogHorizonQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import styles from './horizon-note.module.css';

/** What becomes of a log's rows when their days come of age: they go, or only what they say of persons does. */
export type Aging = 'gone' | 'stripped';

/** Says from which day on a log has its raw rows, where older ones were deleted. @param from the first day asked for, yyyymmdd or yyyy-MM-dd; without it all */
export function HorizonNote({ aging, from }: { aging: Aging; from?: string | number | undefined }) {
  const { t } = useTranslation();
  const { data } = useLogHorizonQuery({ variables: { productId: useProductId() } });
  const day = data?.logHorizon.keptFrom;
  if (!day || (from !== undefined && String(from).replaceAll(/\D/g, '') >= day.replaceAll('-', '')))
    return null;
  return (
    <p className={styles.note} role="note">
      <HistoryOutlined className={styles.icon} aria-hidden="true" />
      <span>{t(`privacy.horizon.${aging}`, { day: day.replaceAll('-', '/') })}</span>
    </p>
  );
}
