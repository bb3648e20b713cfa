import type { ListColumn } from '../list/types';
import { useFieldTexts } from '../use-field-texts';
import styles from './log.module.css';

/** Values of a row under their names, as the list shows them but whole. */
export function FactList<Row>({ entity, columns, row }: { entity: string; columns: readonly ListColumn<Row>[]; row: Row }) {
  const texts = useFieldTexts(entity);
  return (
    <dl className={styles.facts}>
      {columns.map(({ key, label = key, render }) => (
        <div key={key} className={styles.fact}>
          <dt>{texts.label(label)}</dt>
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
