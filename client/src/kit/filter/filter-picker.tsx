import { CloseOutlined, PlusOutlined, FilterOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input, Checkbox, Popover } from 'antd';
import { useState, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../enter-key';
import type { FilterField, FilterValues } from './filter-bar';
import styles from './filter.module.css';
import { createMatcher } from '../../../../shared/format';
import { MAX_RESULTS } from '../../session/ad-names';
import { useNameSearch, useNames } from '../../session/use-names';
import { usePopover } from '../use-popover';

export interface TypedValuesProps {
  field: FilterField;
  typed: NonNullable<FilterField['typed']>;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/**
 * Free-text values of a condition without a list of choices, separated by commas and removable one by one.
 */
export function TypedValues({ field, typed, values, onChange }: TypedValuesProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const entered = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !values.includes(part));
  const full = values.length + entered.length > typed.max;
  function add(): void {
    if (entered.length === 0 || full) return;
    onChange([...values, ...new Set(entered)]);
    setText('');
  }
  return (
    <>
      <div className="ic-flex ic-gap-4">
        <Input
          value={text}
          aria-label={field.label}
          aria-invalid={full}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) add();
          }}
        />
        <Button
          icon={<PlusOutlined />}
          aria-label={t('report.addValue')}
          disabled={entered.length === 0 || full}
          onClick={add}
        />
      </div>
      <p className="ic-hint">{full ? t('report.mostValues', { max: typed.max }) : typed.hint}</p>
      <ul className={`ic-fill ic-list ${styles.list}`}>
        {values.map((value) => (
          <li key={value} className="ic-row ic-between ic-gap-4 ic-break">
            <span>{value}</span>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('report.removeFilter', { filter: `${field.label} ${value}` })}
              onClick={() => onChange(values.filter((one) => one !== value))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Maximum number of choices drawn at once; the search narrows down the rest. */
const MAX_DRAWN = 200;
/** Minimum number of choices for a search box. */
const SEARCH_FROM = 8;

export interface FilterPickerProps {
  fields: readonly FilterField[];
  values: FilterValues;
  onChange: (name: string, values: readonly string[]) => void;
  onOpenChange?: (open: boolean) => void;
  /** Receives the button that opens the picker. */
  button?: RefObject<HTMLButtonElement | null> | undefined;
}

/** Adds conditions: first the field, then its values. */
export function FilterPicker({ fields, values, onChange, onOpenChange, button }: FilterPickerProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const opener = button ?? own;
  const popover = usePopover(open, opener);
  const [name, setName] = useState('');
  const [search, setSearch] = useState('');
  // Ticked values appear immediately, even while the rows are still rendering.
  const [draft, setDraft] = useState(values);
  const usable = fields.filter(
    ({ choices, typed, panel, search: looksFor }) => typed ?? panel ?? looksFor ?? choices.length > 0,
  );
  const current = usable.find((field) => field.name === name) ?? usable[0];
  const looksFor = open ? current?.search : undefined;
  const matches = useNameSearch(looksFor, search);
  useNames(looksFor, (current && draft[current.name]) ?? []);
  if (!current) return null;
  const chosen = new Set(draft[current.name]);
  const matchesSearch = createMatcher(search);
  // Chosen values stay visible even if the server's matches don't include them.
  const offered = current.search
    ? [
        ...current.choices.filter(({ value }) => chosen.has(value)),
        ...matches.names
          .map(({ id, label }) => ({ value: String(id), label }))
          .filter(({ value }) => !chosen.has(value)),
      ]
    : current.choices;
  const matching = offered.filter(({ label }) => matchesSearch(label));

  function apply(field: FilterField, next: readonly string[]): void {
    setDraft({ ...draft, [field.name]: next });
    onChange(field.name, next);
  }
  function toggle(field: FilterField, value: string): void {
    const next = new Set(field.single ? [...chosen].filter((one) => one === value) : chosen);
    if (!next.delete(value)) next.add(value);
    apply(field, [...next]);
  }

  const content = (
    <div className={styles.picker}>
      <ul className={styles.axes}>
        {usable.map((field) => {
          const count = draft[field.name]?.length ?? 0;
          return (
            <li key={field.name}>
              <button
                type="button"
                className="ic-row ic-between ic-wide ic-pointer ic-start ic-option"
                aria-pressed={field === current}
                onClick={() => {
                  setName(field.name);
                  setSearch('');
                }}
              >
                {field.label}
                {count > 0 ? (
                  <span className={`ic-text-12 ic-text-center ${styles.count}`}>{count}</span>
                ) : (
                  <RightOutlined className="ic-muted ic-text-11" />
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <div
        className={`ic-stack ic-gap-8 ${styles.values}`}
        role="group"
        aria-label={t('report.filterBy', { axis: current.label })}
      >
        {current.panel?.({ values: [...chosen], onChange: (next) => apply(current, next) })}
        {current.typed && (
          <TypedValues
            key={current.name}
            field={current}
            typed={current.typed}
            values={[...chosen]}
            onChange={(next) => apply(current, next)}
          />
        )}
        {(current.search ?? current.choices.length >= SEARCH_FROM) && (
          <Input
            allowClear
            value={search}
            placeholder={t('report.filterSearch')}
            aria-label={t('report.filterSearch')}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <ul
          className={`ic-fill ic-list ${styles.list}`}
          hidden={current.typed !== undefined || current.panel !== undefined}
          aria-busy={matches.searching}
        >
          {matching.slice(0, MAX_DRAWN).map(({ value, label }) => (
            <li key={value}>
              <Checkbox
                className="ic-wide"
                checked={chosen.has(value)}
                onChange={() => toggle(current, value)}
              >
                {label}
              </Checkbox>
            </li>
          ))}
          {matching.length === 0 && (
            <li className="ic-muted ic-text-center ic-p-16-20">
              {t(
                matches.failed
                  ? 'report.choicesFailed'
                  : matches.searching
                    ? 'common.loading'
                    : 'common.none',
              )}
            </li>
          )}
          {matches.names.length >= MAX_RESULTS && (
            <li className="ic-muted ic-text-center ic-p-16-20">
              {t('report.moreByName', { count: MAX_RESULTS })}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
  return (
    <Popover
      ref={popover}
      open={open}
      onOpenChange={(next) => {
        if (next) setDraft(values);
        setOpen(next);
        onOpenChange?.(next);
      }}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={content}
    >
      <Button ref={opener} icon={<FilterOutlined />} aria-expanded={open}>
        {t('report.addFilter')}
      </Button>
    </Popover>
  );
}
