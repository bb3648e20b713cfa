import type { AdKind } from '../../session/ad-names';
import type { ReactNode } from 'react';
import styles from './filter.module.css';
import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNames } from '../../session/use-names';

/** Condition that filters rows, and the values to choose from. */
export interface FilterField {
  /** Name of the condition in the URL. */
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Free-text values instead of choices: the hint and the maximum number. */
  typed?: { hint: string; max: number } | undefined;
  /** Whether a new value replaces the previous one, because together only the widest would count. */
  single?: true;
  /** Replaces the choices by an own editor of the values. */
  panel?: (props: { values: readonly string[]; onChange: (values: string[]) => void }) => ReactNode;
  /** Values come from a server search; `choices` holds those with a known name. */
  search?: AdKind | undefined;
}

/** Chosen values by condition name. */
export type FilterValues = Readonly<Partial<Record<string, readonly string[]>>>;

/** Bar with the controls that filter a page's rows; `below` shows the active conditions. */
export function FilterBar({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={`ic-stack ic-gap-8 ${styles.bar}`}>
      <div className="ic-row ic-wrap ic-gap-8">{children}</div>
      {below}
    </div>
  );
}

/** Labelled field in the bar. */
export function BarField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={`ic-inline-row ic-max-wide ic-gap-8 ${styles.field}`}>
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}

export interface FilterChipsProps {
  fields: readonly FilterField[];
  values: FilterValues;
  onRemove: (name: string) => void;
  /** Removes all conditions; without it, each can only be removed separately. */
  onClear?: (() => void) | undefined;
  /** Text behind the chips. */
  note?: string | undefined;
}

/** Active conditions, each removable. */
export function FilterChips({ fields, values, onRemove, onClear, note }: FilterChipsProps) {
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
      {note !== undefined && (
        <li className="ic-center ic-hint ic-figures" role="status">
          {note}
        </li>
      )}
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
