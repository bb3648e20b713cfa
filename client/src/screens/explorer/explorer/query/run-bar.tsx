import { CaretRightFilled, FormatPainterOutlined, PauseOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button, Flex, Progress, Select, Tooltip } from 'antd';
import { useCallback, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../../shared/format';
import { limits } from '../../../../../../shared/query/weight';
import { SaveViewButton } from '../../../../kit/saved-view/save-view-button';
import { CsvAddress } from '../builder/csv-recipe';
import styles from '../explorer.module.css';
import { ResultViewContext } from '../result/result-view';
import { costOf } from './cost';
import { queryAddress } from './use-open';

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
  const look = `ic-caption ic-figures ${styles.cost}`;
  if (cost.kind !== 'weighed')
    return <p className={look}>{cost.kind === 'unread' && t('explorer.cost.unread')}</p>;
  const { excess } = cost;
  return (
    <div className={look} role="status">
      <Tooltip
        title={t('explorer.cost.hint', {
          fields: cost.fields,
          mostFields: limits.fields,
          depth: cost.depth,
          mostDepth: limits.depth,
        })}
      >
        <Flex component="span" align="center" gap={8} className="ic-nowrap">
          {t('explorer.cost.label')}
          <b className={excess ? 'ic-error' : ''}>{formatNumber(cost.cost, { showZero: true })}</b>
          <span>/ {formatNumber(limits.cost)}</span>
          <Progress
            aria-hidden
            percent={Math.max(2, (100 * cost.cost) / limits.cost)}
            size={[64, 4]}
            showInfo={false}
            status={excess ? 'exception' : 'normal'}
          />
        </Flex>
      </Tooltip>
      {excess && (
        <p className="ic-error">
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
  const { shown } = useContext(ResultViewContext);
  const address = useCallback(
    () => queryAddress(queryEditor?.getValue() ?? '', variableEditor?.getValue() ?? '', shown),
    [queryEditor, variableEditor, shown],
  );
  return (
    <Flex wrap align="center" gap="8px 16px" className="ic-rigid ic-line-bottom ic-surface ic-p-8-16">
      <Flex align="center" gap={8}>
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
            style={{ minWidth: 120, maxWidth: 200 }}
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
        <CsvAddress />
      </Flex>
      <CostNote />
    </Flex>
  );
}
