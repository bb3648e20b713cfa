import { HistoryOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useLogHorizonQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';

/** Fate of a log's rows after their retention period: deleted, or only stripped of personal data. */
export type Aging = 'gone' | 'stripped';

/**
 * Says from which day a log has raw rows, if older ones were deleted.
 * @param from first requested day, yyyymmdd or yyyy-MM-dd; undefined for all
 */
export function HorizonNote({ aging, from }: { aging: Aging; from?: string | number | undefined }) {
  const { t } = useTranslation();
  const { data } = useLogHorizonQuery({ variables: { productId: useProductId() } });
  const day = data?.logHorizon.keptFrom;
  if (!day || (from !== undefined && String(from).replaceAll(/\D/g, '') >= day.replaceAll('-', '')))
    return null;
  return (
    <p className="ic-baseline ic-gap-8 ic-card ic-p-8-16 ic-note" role="note">
      <HistoryOutlined className="ic-muted" aria-hidden="true" />
      <span>{t(`privacy.horizon.${aging}`, { day: day.replaceAll('-', '/') })}</span>
    </p>
  );
}
