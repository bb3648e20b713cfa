import type { ListColumn } from '../list/types';
import { useFieldTexts } from '../use-field-texts';
import styles from './log.module.css';

/** Columns at least this wide in the list get a full line here. */
const WIDE = 300;

/** Values of a row with their labels, as in the list but not truncated. */
export function FactList<Row>({
  entity,
  columns,
  row,
}: {
  entity: string;
  columns: readonly ListColumn<Row>[];
  row: Row;
}) {
  const texts = useFieldTexts(entity);
  return (
    <dl className={styles.facts}>
      {columns.map(({ key, label = key, width, render }) => (
        <div key={key} className={`${styles.fact} ${width >= WIDE ? styles.wide : ''}`}>
          <dt>{texts.label(label)}</dt>
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
