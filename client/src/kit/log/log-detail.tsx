import { HistoryOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../session/rights';
import { BackPage, Page, Panel } from '../page';
import type { ListColumn, ListRow } from '../list/list-source';
import { ErrorNote } from '../error-note';
import { type LogDefinition, timeOf, useVisibleColumns, type LogRowResult } from './log-definition';
import { logPaths } from './log-paths';
import { SettingsLinks } from './settings-links';
import { useFieldTexts } from '../use-field-texts';
import styles from './log.module.css';

/** Columns at least this wide in the list get a full line here. */
const WIDE = 300;

/** Values of a row with their labels, as in the list but not truncated. */
function FactList<Row>({
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
    <dl className={`ic-grid ic-text-13 ${styles.facts}`}>
      {columns.map(({ key, label = key, width, render }) => (
        <div
          key={key}
          className={`ic-grid ic-align-baseline ic-gap-12 ic-line-bottom ${styles.fact} ${width >= WIDE ? 'ic-span' : ''}`}
        >
          <dt>{texts.label(label)}</dt>
          <dd>{render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface LogDetailProps<Row extends ListRow, One extends Row> {
  log: LogDefinition<Row>;
  /** Path of the log. */
  path: string;
  title: string;
  one: LogRowResult<One>;
  /** Additional content for the row. */
  children?: (row: One) => ReactNode;
  /** Actions beside the link to the visitor's history. */
  actions?: (row: One) => ReactNode;
}

/** Page of one log row: all fields, the setting values that applied, and further links. */
export function LogDetail<Row extends ListRow, One extends Row = Row>({
  log,
  path,
  title,
  one,
  children,
  actions,
}: LogDetailProps<Row, One>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpenLogs = useRight('logs') !== 'none';
  const columns = useVisibleColumns(log);
  const { row, error, refetch } = one;
  const back = (content: ReactNode) => (
    <BackPage to={path} label={log.title(t)}>
      {content}
    </BackPage>
  );
  if (error) {
    return back(
      <Page title={title}>
        <ErrorNote
          missing={{ title: t('logs.notFound'), hint: t('logs.notFoundHint') }}
          error={error}
          retry={() => void refetch()}
        />
      </Page>,
    );
  }
  if (!row)
    return back(
      <Page title={title}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </Page>,
    );
  const applied = columns.filter(({ key }) => log.applied?.some((one) => one === key));
  const recorded = columns.filter((column) => !applied.includes(column));
  const visitor = mayOpenLogs ? log.visitorOf?.(row) : null;
  return back(
    <Page
      title={`${title} ${timeOf(log, row)}`}
      actions={
        <>
          {actions?.(row)}
          {visitor != null && (
            <Button
              type={actions ? 'default' : 'primary'}
              icon={<HistoryOutlined />}
              onClick={() => void navigate(logPaths.visitor(visitor))}
            >
              {t('logs.story')}
            </Button>
          )}
        </>
      }
    >
      <Panel title={t('logs.fields')}>
        <FactList entity={log.entity ?? 'log'} columns={recorded} row={row} />
      </Panel>
      {applied.length > 0 && (
        <Panel
          title={t('logs.applied')}
          lead={t('logs.appliedLead')}
          actions={log.settingsOf && <SettingsLinks {...log.settingsOf(row)} />}
        >
          <FactList entity={log.entity ?? 'log'} columns={applied} row={row} />
        </Panel>
      )}
      {children?.(row)}
    </Page>,
  );
}
