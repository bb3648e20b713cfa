import { Checkbox, InputNumber, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../kit/use-today';
import type { Answers, Imported } from './import-dialog';

interface FileQuestionsProps {
  outcome: Imported;
  answers: Answers;
  onChange: (answers: Partial<Answers>) => void;
}

/** Questions about a file: the year of its days, its periods and its currency. */
export function FileQuestions({ outcome, answers, onChange }: FileQuestionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const thisYear = Math.floor(useToday() / 10_000);
  const { needsYear, periods, currencies } = outcome;
  const [currency = ''] = currencies;
  const question = (name: string, label: string, field: ReactNode) => (
    <div className="ic-flex ic-wrap ic-align-center ic-gap-8">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      {field}
    </div>
  );
  if (!needsYear && periods === 0 && currencies.length !== 1) return null;
  return (
    <div className="ic-grid ic-gap-8 ic-mb-16">
      {needsYear &&
        question(
          'year',
          t('mediaCosts.year'),
          <Select
            id={`${id}-year`}
            style={{ width: 120 }}
            placeholder={t('mediaCosts.choose')}
            value={answers.year ?? null}
            options={[0, 1, 2, 3, 4, 5].map((ago) => ({ value: thisYear - ago, label: thisYear - ago }))}
            onChange={(value) => onChange({ year: value })}
          />,
        )}
      {periods > 0 && (
        <Checkbox checked={answers.spread} onChange={({ target }) => onChange({ spread: target.checked })}>
          {t('mediaCosts.spread', { count: periods })}
        </Checkbox>
      )}
      {currencies.length === 1 &&
        question(
          'rate',
          t('mediaCosts.rate', { currency }),
          <InputNumber<number>
            id={`${id}-rate`}
            style={{ width: 160 }}
            min={0.000001}
            suffix={t('mediaCosts.yen')}
            value={answers.exchangeRate ?? null}
            changeOnWheel={false}
            onBlur={({ target }) =>
              onChange({ exchangeRate: Number(target.value.replaceAll(',', '')) || null })
            }
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />,
        )}
    </div>
  );
}
