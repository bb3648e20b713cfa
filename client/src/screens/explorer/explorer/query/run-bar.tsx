import { CaretRightFilled, FormatPainterOutlined, PauseOutlined } from '@ant-design/icons';
import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { Button, Select, Tooltip } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveViewButton } from '../../../../kit/saved-view/save-view-button';
import { CostNote } from './cost-note';
import styles from './query.module.css';
import { queryAddress } from './use-address';

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
