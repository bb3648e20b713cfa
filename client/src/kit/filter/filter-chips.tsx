import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AdKind } from '../../session/ad-names';
import { useNames } from '../../session/use-names';
import styles from './filter.module.css';
import type { FilterField, FilterValues } from './filter-field';

export interface FilterChipsProps {
  fields: readonly FilterField[];
  values: FilterValues;
  onRemove: (name: string) => void;
  /** Removes all conditions; without it, each can only be removed separately. */
  onClear?: (() => void) | undefined;
}

/** Active conditions, each removable. */
export function FilterChips({ fields, values, onRemove, onClear }: FilterChipsProps) {
  const { t } = useTranslation();
  const idsOf = (kind: AdKind) =>
    fields.flatMap(({ name, search }) => (search === kind ? (values[name]?.slice(0, 1) ?? []) : []));
  useNames('ad', idsOf('ad'));
  useNames('redirect', idsOf('redirect'));
  const active = fields.filter(({ name }) => values[name]?.length);
  if (active.length === 0) return null;
  return (
    <ul className="ic-row ic-wrap ic-gap-8 ic-list">
      {active.map(({ name, label, choices, typed }) => {
        const [value = '', ...rest] = values[name] ?? [];
        const first =
          choices.find((choice) => choice.value === value)?.label ?? (typed ? value : `#${value}`);
        const text = rest.length > 0 ? t('report.moreValues', { first, count: rest.length }) : first;
        return (
          <li key={name} className={`ic-inline-row ic-gap-8 ic-surface ic-text-13 ${styles.chip}`}>
            <span className="ic-rigid ic-muted">{label}</span>
            <span className="ic-ellipsis">{text}</span>
            <button
              type="button"
              className={`ic-center ic-rigid ic-plain-button ic-muted ic-text-11 ${styles.remove}`}
              aria-label={t('report.removeFilter', { filter: `${label} ${text}` })}
              onClick={() => onRemove(name)}
            >
              <CloseOutlined />
            </button>
          </li>
        );
      })}
      {onClear && active.length > 1 && (
        <li>
          <Button type="link" size="small" onClick={onClear}>
            {t('report.clearFilters')}
          </Button>
        </li>
      )}
    </ul>
  );
}
