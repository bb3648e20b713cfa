import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProductId } from '../../../../session/session-context';
import { exampleQueries } from '../examples';
import styles from '../explorer.module.css';
import { useOpen } from '../query/use-open';

/** An example query of every report for the active product. */
export function ExamplesPanel() {
  const { t } = useTranslation();
  const productId = useProductId();
  const open = useOpen();
  const examples = useMemo(() => exampleQueries(productId, t), [productId, t]);
  return (
    <>
      <p className={styles.note}>{t('explorer.examples.lead')}</p>
      <ul className={styles.entries}>
        {examples.map(({ name, title, query }) => (
          <li key={name}>
            <button type="button" disabled={!open} onClick={() => open?.(query)}>
              <b>{title}</b>
              <code>{name}</code>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
