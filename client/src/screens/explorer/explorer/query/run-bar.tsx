import { CaretRightFilled, FormatPainterOutlined, PauseOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button, Select, Tooltip } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveViewButton } from '../../../../kit/saved-view/save-view-button';
import styles from './query.module.css';
import { queryAddress } from './use-address';
import { formatNumber } from '../../../../../../shared/format';
import { limits } from '../../../../../../shared/query/weight';
import { costOf } from './cost';

/**
 * Cost of the active tab's query and the limit, calculated by the server's rule. The editor reports changes
 * shortly after typing.
 */
function CostNote() {
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

const SHORTCUT = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl Enter';

/** Runs or stops the query. Also shows its cost and further actions. */
export function RunBar() {
  const { t } = useTranslation();
  const { run, stop, setOperationName, prettifyEditors } = useGraphiQLActions();
  const { isFetching, operations, operationName, queryEditor, variableEditor, ready } = useGraphiQL(
    (state) => ({
      isFetching: state.isFetching,
      operations: state.operations,
      operationName: state.operationName,
      queryEditor: state.queryEditor,
      variableEditor: state.variableEditor,
      ready: state.queryEditor !== undefined && state.responseEditor !== undefined,
    }),
  );
  const names = (operations ?? []).flatMap(({ name }) => (name ? [name.value] : []));
  const address = useCallback(
    () => queryAddress(queryEditor?.getValue() ?? '', variableEditor?.getValue() ?? ''),
    [queryEditor, variableEditor],
  );
  return (
    <div className={styles.bar}>
      <div className={styles.actions}>
        {isFetching ? (
          <Button icon={<PauseOutlined />} onClick={stop}>
            {t('explorer.run.stop')}
          </Button>
        ) : (
          <Tooltip title={SHORTCUT}>
            <Button type="primary" icon={<CaretRightFilled />} disabled={!ready} onClick={run}>
              {t('explorer.run.run')}
            </Button>
          </Tooltip>
        )}
        {names.length > 1 && (
          <Select
            className={styles.operation ?? ''}
            aria-label={t('explorer.run.operation')}
            value={operationName ?? null}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(name) => name && setOperationName(name)}
          />
        )}
        <Tooltip title={t('explorer.run.tidy')}>
          <Button
            icon={<FormatPainterOutlined />}
            aria-label={t('explorer.run.tidy')}
            disabled={!ready}
            onClick={() => void prettifyEditors()}
          />
        </Tooltip>
        <SaveViewButton bare address={address} disabled={!ready} />
      </div>
      <CostNote />
    </div>
  );
}
