import { useTranslation } from 'react-i18next';
import { normaliseNumber } from '../../../../shared/settings/fields/formats';
import { currentLanguage } from '../../i18n/i18n';
import { formatEnteredYen, yenAffixes } from '../../../../shared/format';
import { type UnknownRecord } from '../../../../shared/records';

/** Returns the amount of a field that may hold raw text; 0 if it is not a number. */
function amountOf(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(normaliseNumber(String(value ?? '')));
  return Number.isFinite(number) ? number : 0;
}

/** Total of the period fees. */
export function FeeTotal({ entries }: { entries: readonly UnknownRecord[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  const sum = entries.reduce((total, { amount }) => total + amountOf(amount), 0);
  return (
    <strong className="ic-figures">
      {t('settings.fees.total', {
        amount: formatEnteredYen(sum, { showZero: true, yen: yenAffixes[currentLanguage()] }),
      })}
    </strong>
  );
}
