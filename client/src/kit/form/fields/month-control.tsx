import { Select } from 'antd';
import { addMonths, monthOf } from '../../../../../shared/domain/calendar';
import { currentLanguage } from '../../../i18n/i18n';
import { searchByName } from '../../search-by-name';
import { formatMonth } from '../../tokyo-date';
import { useToday } from '../../use-today';
import { inputProps, textOf, type ControlProps } from './control';

/** Months that can be selected, before and after the current one. */
const MONTHS = 12;

/** Select for a month: the twelve before and after the current one, and the chosen one. */
export function MonthControl(props: ControlProps) {
  const { value, onChange, label, autoFocus = false } = props;
  const chosen = textOf(value);
  const current = monthOf(useToday());
  const months = Array.from({ length: 2 * MONTHS + 1 }, (_, at) => String(addMonths(current, MONTHS - at)));
  return (
    <Select<string>
      {...inputProps(props)}
      style={{ width: 160 }}
      aria-label={label}
      autoFocus={autoFocus}
      showSearch={searchByName}
      {...(chosen && { value: chosen })}
      options={[...new Set(chosen ? [...months, chosen] : months)].map((month) => ({
        value: month,
        label: formatMonth(Number(month), currentLanguage()),
      }))}
      onChange={onChange}
    />
  );
}
