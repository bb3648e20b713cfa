import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './list-table.module.css';
import { NameCell, type ListViewProps } from './list-table';
import { RowActions } from './row-actions';
import type { ListRow } from './list-source';

/** Maximum number of values shown on a card below its name. */
const MAX_FACTS = 5;

/** Rows of a list in a narrow window: one card per row with its name, first values and actions. */
export function ListCards<Row extends ListRow>({
  rows,
  columns,
  texts,
  handlers,
  nameOf,
  chosen,
  fresh,
}: ListViewProps<Row>) {
  const { t } = useTranslation();
  const name = columns.visible.find((column) => column.names);
  const facts = columns.visible
    .filter((column) => column !== name && column.key !== 'id')
    .slice(0, MAX_FACTS);
  const toggle = (id: Row['id']): void => {
    if (!chosen) return;
    const next = new Set(chosen.ids);
    if (!next.delete(id)) next.add(id);
    chosen.set(next);
  };
  return (
    <ul className="ic-list">
      {rows.map((row) => (
        <li
          key={row.id}
          data-row-key={row.id}
          className={`ic-line-bottom ic-p-12-16 ${styles.card} ${fresh?.has(row.id) ? styles.fresh : ''}`}
        >
          <div className="ic-row ic-between ic-shrink ic-gap-8">
            <span className="ic-row ic-fill ic-gap-8">
              {chosen && (
                <Checkbox
                  checked={chosen.ids.has(row.id)}
                  aria-label={t('list.choose', { name: nameOf(row) })}
                  onChange={() => toggle(row.id)}
                />
              )}
              {name && <NameCell row={row} column={name} handlers={handlers} />}
            </span>
            <RowActions row={row} name={nameOf(row)} handlers={{ ...handlers, open: undefined }} />
          </div>
          <dl className="ic-grid ic-gap-4-12 ic-text-13 ic-pairs ic-mt-8">
            {facts.map((column) => {
              const value = column.render(row);
              return value === '' || value === null ? null : (
                <div key={column.key} style={{ display: 'contents' }}>
                  <dt className="ic-muted">{texts.label(column.label ?? column.key)}</dt>
                  <dd className="ic-shrink ic-break">{value}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
