import { Alert, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SaveRefused } from '../../../kit/csv-import/save-refused';
import { ApprovalTag, StatusTag, type Tone } from '../../../kit/status-tag';
import { logPaths } from '../../../kit/log/log-paths';
import { useNarrow } from '../../../kit/use-window';
import styles from './cv-approve.module.css';
import type { Imported } from './import-dialog';

type Row = Imported['rows'][number];

const TONES: Readonly<Record<string, Tone>> = { change: 'waiting', unchanged: 'muted', refused: 'bad' };
const ORDER = ['refused', 'change', 'unchanged', 'skipped'];

/** Below this width, columns would be cut off. */
const WIDE = 680;

/** Preview of a decision table, rows with problems first. Narrow windows stack the cells. */
export function DecisionPreview({ outcome }: { outcome: Imported }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { changed, unchanged, skipped, refused, columns, missing } = outcome;
  const rows = [...outcome.rows].sort(
    (a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || a.line - b.line,
  );
  const actionText = (action: string): string =>
    action === 'change'
      ? t('results.import.change')
      : action === 'unchanged'
        ? t('form.unchanged')
        : action === 'skipped'
          ? t('results.import.skip')
          : t('settings.import.error');
  const actionTag = ({ action }: Row) => (
    <StatusTag tone={TONES[action] ?? 'muted'}>{actionText(action)}</StatusTag>
  );
  const outcomeOf = ({ action, problem, statusBefore, approvalStatus, resultIds }: Row) =>
    problem !== null ? (
      <span className="ic-break ic-error">{problem}</span>
    ) : action === 'skipped' ? null : (
      <span className="ic-inline ic-wrap ic-gap-4-12 ic-break">
        {statusBefore !== approvalStatus && (
          <>
            <ApprovalTag status={statusBefore} />
            <span aria-hidden="true">→</span>
          </>
        )}
        <ApprovalTag status={approvalStatus} />
        {resultIds.length === 1 && resultIds[0] !== undefined ? (
          <Link to={logPaths.result(resultIds[0])} target="_blank">
            {resultIds[0]}
          </Link>
        ) : (
          <span>{t('results.import.results', { count: resultIds.length })}</span>
        )}
      </span>
    );
  const line: TableColumnType<Row> = {
    key: 'line',
    title: t('settings.import.line'),
    width: narrow ? 48 : 64,
    align: 'right',
    render: (_, row) => row.line,
  };
  if (missing.some((one) => one !== 'argument')) return null;
  return (
    <>
      <p
        role="status"
        style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginBottom: 8, fontWeight: 600 }}
      >
        <span>{t('results.import.toChange', { count: changed })}</span>
        <span>{t('results.import.same', { count: unchanged })}</span>
        {skipped > 0 && <span>{t('results.import.skipped', { count: skipped })}</span>}
        <span>{t('results.import.refused', { count: refused })}</span>
      </p>
      {refused > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('results.import.wrong')}
          style={{ marginBottom: 8 }}
          action={
            <SaveRefused
              name={t('results.import.refusedFile')}
              columns={columns}
              rows={outcome.rows.flatMap(({ action, cells, problem }) =>
                action === 'refused' ? [{ cells, reason: problem ?? '' }] : [],
              )}
            />
          }
        />
      )}
      {changed === 0 && refused === 0 && (
        <Alert type="info" showIcon title={t('results.import.nothing')} style={{ marginBottom: 8 }} />
      )}
      <Table<Row>
        size="small"
        rowKey="line"
        dataSource={rows}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        {...(narrow ? {} : { scroll: { x: WIDE } })}
        columns={
          narrow
            ? [
                line,
                {
                  key: 'all',
                  title: t('results.import.outcome'),
                  render: (_, row) => (
                    <div className={`ic-grid ic-gap-4 ic-break ${styles.stacked}`}>
                      {actionTag(row)}
                      <span>{row.value}</span>
                      {outcomeOf(row)}
                    </div>
                  ),
                },
              ]
            : [
                line,
                {
                  key: 'action',
                  title: t('settings.audit.action'),
                  width: 110,
                  render: (_, row) => actionTag(row),
                },
                {
                  key: 'value',
                  title: t('results.import.value'),
                  width: 220,
                  ellipsis: true,
                  render: (_, { value }) => value,
                },
                { key: 'outcome', title: t('results.import.outcome'), render: (_, row) => outcomeOf(row) },
              ]
        }
      />
    </>
  );
}
