import { useTranslation } from 'react-i18next';
import type { BlockProps } from './report-blocks';

/** Empty state of a chart: the search hides every row, or none has a value. */
export function NoValues({ rows, controls }: Pick<BlockProps, 'rows' | 'controls'>) {
  const { t } = useTranslation();
  return (
    <p className="ic-center ic-tall ic-muted">
      {t(rows?.length === 0 && controls.state.search ? 'report.emptySearch' : 'report.noValues')}
    </p>
  );
}
