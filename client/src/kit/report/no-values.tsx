import { useTranslation } from 'react-i18next';
import styles from './report-blocks.module.css';
import type { BlockProps } from './report-blocks';

/** Empty state of a chart: the search hides every row, or none has a value. */
export function NoValues({ rows, controls }: Pick<BlockProps, 'rows' | 'controls'>) {
  const { t } = useTranslation();
  return (
    <p className={styles.none}>
      {t(rows?.length === 0 && controls.state.search ? 'report.emptySearch' : 'report.noValues')}
    </p>
  );
}
