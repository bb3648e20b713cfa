import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_TERM } from '../../../../../../shared/domain/journey';

/** Parses a typed number of days, including full-width digits. Returns null if it is invalid. */
function parseDays(text: string): number | null {
  const typed = text.normalize('NFKC').trim();
  const days = Number(typed);
  return /^\d{1,4}$/.test(typed) && days >= 1 && days <= LONGEST_TERM ? days : null;
}

/** Edits the window in days before the conversion. Applies on blur or Enter. */
export function WindowField({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(String(days));
  useEffect(() => setTyped(String(days)), [days]);
  const wrong = parseDays(typed) === null;
  const take = (): void => {
    const next = parseDays(typed);
    if (next !== null && next !== days) onChange(next);
  };
  return (
    <span>
      <Input
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t('credit.window')}
        aria-invalid={wrong || undefined}
        status={wrong ? 'error' : ''}
        style={{ width: 180 }}
        styles={{ input: { textAlign: 'right' }, suffix: { whiteSpace: 'nowrap' } }}
        suffix={t('credit.windowDays')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) take();
        }}
      />
      {wrong && (
        <span role="alert" style={{ display: 'block', color: 'var(--ic-error)', fontSize: 12 }}>
          {t('credit.windowWrong', { max: LONGEST_TERM })}
        </span>
      )}
    </span>
  );
}
