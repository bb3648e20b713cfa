import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { WHOLE_RATE } from '../../../../../shared/domain/delivery';
import { roundParts } from '../../../../../shared/format';
import { normaliseNumber } from '../../../../../shared/settings/fields/formats';
import { type UnknownRecord } from '../../../../../shared/records';
import { useForm } from '../../../kit/form/form-engine';

/** Parses the rate of an entry, which may still be typed text. */
function rateOf({ rate }: UnknownRecord): number {
  const number = typeof rate === 'number' ? rate : Number(normaliseNumber(String(rate ?? '')));
  return Number.isFinite(number) ? number : 0;
}

/** Sum of the rates, a warning if it isn't 100, and a button to split evenly. */
export function RateTotal({ entries }: { entries: readonly UnknownRecord[] }) {
  const { t } = useTranslation();
  const { set, readOnly } = useForm();
  if (entries.length === 0) return null;
  const total = entries.reduce((sum, entry) => sum + rateOf(entry), 0);
  const rest = Math.abs(WHOLE_RATE - total);
  const state = total === WHOLE_RATE ? 'exact' : total > WHOLE_RATE ? 'over' : 'under';
  const split = (): void => {
    const rates = roundParts(
      entries.map(() => WHOLE_RATE / entries.length),
      0,
    );
    set(
      'lpo',
      entries.map((entry, index) => ({ ...entry, rate: rates[index] })),
    );
  };
  return (
    <span role="status" style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      {!readOnly && entries.length > 1 && (
        <Button type="link" size="small" onClick={split}>
          {t('settings.lpo.even')}
        </Button>
      )}
      <strong style={{ color: state === 'exact' ? 'var(--ic-success)' : 'var(--ic-error)' }}>
        {t('settings.lpo.total', { total })}
        {t(`settings.lpo.${state}`, { rest })}
      </strong>
    </span>
  );
}
