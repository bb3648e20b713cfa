import { CloseOutlined, FilterOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import chips from '../report/filter-bar.module.css';
import styles from '../filter/filter-picker.module.css';
import type { ListFilter } from './types';
import type { ListControls } from './use-list-state';

/** Most choices drawn at once; the search narrows the rest. */
const MOST_SHOWN = 200;
const SEARCH_FROM = 8;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

interface Props {
  filters: readonly ListFilter[];
  controls: ListControls;
}

/** Narrows a list: first by what, then which values. */
export function FilterButton({ filters, controls }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [search, setSearch] = useState('');
  // What is ticked shows at once, also while the list behind is still being drawn.
  const [draft, setDraft] = useState(controls.state.filters);
  const usable = filters.filter(({ choices }) => choices.length > 0);
  const current = usable.find((filter) => filter.name === name) ?? usable[0];
  if (!current) return null;
  const chosen = new Set(draft[current.name]);
  const matching = current.choices.filter(({ label }) => folded(label).includes(folded(search.trim())));
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    setDraft({ ...draft, [current.name]: [...next] });
    controls.setFilter(current.name, [...next]);
  };
  const content = (
    <div className={styles.picker}>
      <ul className={styles.axes}>
        {usable.map((filter) => {
          const count = draft[filter.name]?.length ?? 0;
          return (
            <li key={filter.name}>
              <button
                type="button"
                className={`${styles.axis} ${filter === current ? styles.axisCurrent : ''}`}
                aria-pressed={filter === current}
                onClick={() => {
                  setName(filter.name);
                  setSearch('');
                }}
              >
                {filter.label}
                {count > 0 ? <span className={styles.count}>{count}</span> : <RightOutlined />}
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.values} role="group" aria-label={t('report.filterBy', { axis: current.label })}>
        {current.choices.length >= SEARCH_FROM && (
          <Input
            allowClear
            value={search}
            placeholder={t('report.filterSearch')}
            aria-label={t('report.filterSearch')}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <ul className={styles.list}>
          {matching.slice(0, MOST_SHOWN).map(({ value, label }) => (
            <li key={value}>
              <Checkbox className={styles.value} checked={chosen.has(value)} onChange={() => toggle(value)}>
                {label}
              </Checkbox>
            </li>
          ))}
          {matching.length === 0 && <li className={styles.nothing}>{t('common.none')}</li>}
        </ul>
      </div>
    </div>
  );
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) setDraft(controls.state.filters);
        setOpen(next);
      }}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={content}
    >
      <Button icon={<FilterOutlined />} aria-expanded={open}>
        {t('report.addFilter')}
      </Button>
    </Popover>
  );
}

/** The conditions in force, each removable. */
export function FilterChips({ filters, controls }: Props) {
  const { t } = useTranslation();
  const active = filters.filter(({ name }) => controls.state.filters[name]);
  if (active.length === 0) return null;
  return (
    <ul className={chips.chips}>
      {active.map(({ name, label, choices }) => {
        const values = controls.state.filters[name] ?? [];
        const first = choices.find(({ value }) => value === values[0])?.label ?? '';
        const text = values.length > 1 ? t('report.moreValues', { first, count: values.length - 1 }) : first;
        return (
          <li key={name} className={chips.chip}>
            <span className={chips.chipAxis}>{label}</span>
            <span className={chips.chipText}>{text}</span>
            <button
              type="button"
              className={chips.remove}
              aria-label={t('report.removeFilter', { filter: `${label} ${text}` })}
              onClick={() => controls.setFilter(name, [])}
            >
              <CloseOutlined />
            </button>
          </li>
        );
      })}
      <li>
        <Button type="link" size="small" onClick={controls.clear}>
          {t('report.clearFilters')}
        </Button>
      </li>
    </ul>
  );
}
