import { useGraphiQL } from '@graphiql/react';
import { Tooltip } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../../shared/format';
import { limits } from '../../../../../../shared/query/weight';
import { costOf } from './cost';
import styles from './query.module.css';

/**
 * Cost of the active tab's query and the limit, calculated by the server's rule. The editor reports changes
 * shortly after typing.
 */
export function CostNote() {
  const { t } = useTranslation();
  const { query, variables } = useGraphiQL(({ tabs, activeTabIndex }) => ({
    query: tabs[activeTabIndex]?.query ?? '',
    variables: tabs[activeTabIndex]?.variables ?? '',
  }));
  const cost = useMemo(() => costOf(query, variables), [query, variables]);
  if (cost.kind === 'empty') return <p className={styles.cost} />;
  if (cost.kind === 'unread') return <p className={styles.cost}>{t('explorer.cost.unread')}</p>;
  const { excess } = cost;
  const share = Math.min(1, cost.cost / limits.cost);
  return (
    <div className={styles.cost} role="status">
      <Tooltip
        title={t('explorer.cost.hint', {
          fields: cost.fields,
          mostFields: limits.fields,
          depth: cost.depth,
          mostDepth: limits.depth,
        })}
      >
        <span className={styles.costFigure}>
          {t('explorer.cost.label')}
          <b className={excess ? styles.over : ''}>{formatNumber(cost.cost, { showZero: true })}</b>
          <span>/ {formatNumber(limits.cost)}</span>
          <span className={styles.meter} aria-hidden="true">
            <i
              className={excess ? styles.meterOver : ''}
              style={{ inlineSize: `${Math.max(2, 100 * share)}%` }}
            />
          </span>
        </span>
      </Tooltip>
      {excess && (
        <p className={styles.reason}>
          {t(`explorer.cost.over.${excess.of}`, { is: excess.is, most: excess.most })}
        </p>
      )}
    </div>
  );
}
