import { FilterOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { filterAxes, filterChoices, type AxisFilters } from '../report/axes';
import styles from './filter-picker.module.css';
import { useDeviceLabel } from '../report/use-device-label';

/** Most choices drawn at once; the search narrows the rest. */
const MOST_SHOWN = 200;

export interface FilterPickerProps {
  filters: AxisFilters;
  onChange: (axis: AxisKey, values: readonly string[]) => void;
}

/** Adds conditions: first what to filter by, then which values. */
export function FilterPicker({ filters, onChange }: FilterPickerProps) {
  const { t } = useTranslation();
  const { selections } = useSession();
  const [open, setOpen] = useState(false);
  const [axis, setAxis] = useState<AxisKey>('asp');
  const [search, setSearch] = useState('');
  // What is ticked shows at once, also while the report behind is still being drawn.
  const [draft, setDraft] = useState(filters);
  const deviceLabel = useDeviceLabel();

  const available = filterAxes.filter((key) => filterChoices(key, selections, deviceLabel).length > 0);
  const current = available.includes(axis) ? axis : available[0];
  const all = current ? filterChoices(current, selections, deviceLabel) : [];
  const wanted = search.trim().normalize('NFKC').toLowerCase();
  const matching = all.filter(({ label }) => label.normalize('NFKC').toLowerCase().includes(wanted));
  const chosen = new Set(current ? draft[current] : []);

  function toggle(value: string): void {
    if (!current) return;
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    setDraft({ ...draft, [current]: [...next] });
    onChange(current, [...next]);
  }

  const content = current && (
    <div className={styles.picker}>
      <ul className={styles.axes}>
        {available.map((key) => (
          <li key={key}>
            <button
              type="button"
              className={`${styles.axis} ${key === current ? styles.axisCurrent : ''}`}
              aria-pressed={key === current}
              onClick={() => {
                setAxis(key);
                setSearch('');
              }}
            >
              {t(`report.axes.${key}`)}
              {draft[key]?.length ? <span className={styles.count}>{draft[key].length}</span> : <RightOutlined />}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.values} role="group" aria-label={t('report.filterBy', { axis: t(`report.axes.${current}`) })}>
        <Input
          allowClear
          value={search}
          placeholder={t('report.filterSearch')}
          aria-label={t('report.filterSearch')}
          onChange={(event) => setSearch(event.target.value)}
        />
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
        setDraft(filters);
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
