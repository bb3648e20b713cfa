import { useTranslation } from 'react-i18next';
import { nameText, type MediaAdName } from '../../../../../shared/catalog/media';
import { AdSelect } from '../../../kit/ad-select';
import { useNarrow } from '../../../kit/use-window';

/** Choices that are no ads. */
const LEAVE_OUT = 0;
const MAKE = -1;

interface NameSelectProps {
  name: MediaAdName & { readonly adId: number | null; readonly adName: string | null };
  /** Whether nothing is chosen yet. */
  isOpen?: boolean;
  suggestions?: ReadonlyArray<{ readonly adId: number; readonly adName: string }>;
  /** Null: the name is left out. */
  onChoose: (adId: number | null) => void;
  /** Creates an ad of this name; absent: not offered. */
  onMake?: () => void;
}

/** Selects the ad of a name in a medium's files: a similar one, any other, none, or a new one. */
export function NameSelect({ name, isOpen = false, suggestions = [], onChoose, onMake }: NameSelectProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { adId: chosen, adName } = name;
  return (
    <AdSelect
      kind="ad"
      style={{ width: '100%' }}
      popupMatchSelectWidth={narrow || 420}
      aria-label={t('mediaCosts.names.choose', { name: nameText(name) })}
      placeholder={t('mediaCosts.names.open')}
      status={isOpen ? 'warning' : ''}
      value={isOpen ? undefined : (chosen ?? LEAVE_OUT)}
      first={[
        ...suggestions.map((one) => ({
          value: one.adId,
          label: t('mediaCosts.names.similar', { name: one.adName }),
        })),
        ...(chosen === null ? [] : [{ value: chosen, label: adName ?? '' }]),
        ...(onMake ? [{ value: MAKE, label: t('mediaCosts.names.make') }] : []),
        { value: LEAVE_OUT, label: t('mediaCosts.names.leaveOut') },
      ]}
      onChange={(value) => {
        if (value === MAKE) onMake?.();
        else if (value !== undefined) onChoose(value === LEAVE_OUT ? null : value);
      }}
    />
  );
}
