import { Alert, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { figureText } from '../../../kit/table/number-cell';
import { formatDay, parseDay } from '../../../kit/tokyo-date';
import type { Imported } from './import-dialog';
import styles from './media-cost.module.css';

type Row = Imported['rows'][number];

const ACTIONS = ['refused', 'create', 'replace', 'added', 'unchanged', 'skipped'] as const;
type Action = (typeof ACTIONS)[number];
const TONES: Readonly<Record<Action, Tone>> = { refused: 'bad', create: 'good', replace: 'waiting', added: 'muted', unchanged: 'muted', skipped: 'muted' };

const actionOf = ({ action }: Row): Action => ACTIONS.find((one) => one === action) ?? 'refused';

/** A new value, below it what it replaces where that is another. */
function Value({ row, field }: { row: Row; field: 'cost' | 'impressions' | 'clicks' }) {
  const { t } = useTranslation();
  const { before } = row;
  if (actionOf(row) === 'skipped' || actionOf(row) === 'refused') return null;
  const text = (value: number): string => figureText(value, { unit: field === 'cost' ? 'yen' : 'count', showZero: true });
  return (
    <>
      {text(row[field])}
      {before && before[field] !== row[field] && <div className={styles.before}>{t('mediaCosts.before', { value: text(before[field]) })}</div>}
    </>
  );
}

/** What each line of a file would do, wrong ones first. */
export function MediaPreview({ outcome }: { outcome: Imported }) {
  const { t } = useTranslation();
  const { created, replaced, unchanged, added, skipped, refused, missing } = outcome;
  if (missing.length > 0) return <Alert type="info" showIcon title={t('mediaCosts.missing')} />;
  const counts: Readonly<Record<Action, number>> = { refused, create: created, replace: replaced, added, unchanged, skipped };
  const rows = [...outcome.rows].sort((a, b) => ACTIONS.indexOf(actionOf(a)) - ACTIONS.indexOf(actionOf(b)) || a.line - b.line);
  const top = { onCell: () => ({ style: { verticalAlign: 'top' } }) } as const;
  const amount = { ...top, align: 'right', width: 104 } as const;
  return (
    <>
      <p role="status" className={styles.counts}>
        {ACTIONS.filter((action) => counts[action] > 0).map((action) => (
          <span key={action}>{t('mediaCosts.count', { action: t(`mediaCosts.action.${action}`), count: counts[action] })}</span>
        ))}
      </p>
      {refused > 0 && <Alert type="warning" showIcon title={t('mediaCosts.wrong')} style={{ marginBottom: 8 }} />}
      {created + replaced === 0 && <Alert type="info" showIcon title={t('mediaCosts.nothing')} style={{ marginBottom: 8 }} />}
      <Table<Row>
        size="small"
        rowKey="line"
        dataSource={rows}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 800 }}
        columns={[
          { ...top, key: 'line', title: t('settings.import.line'), width: 60, align: 'right', render: (_, { line }) => line },
          { ...top, key: 'action', title: t('mediaCosts.outcome'), width: 104, render: (_, row) => <StatusTag tone={TONES[actionOf(row)]}>{t(`mediaCosts.action.${actionOf(row)}`)}</StatusTag> },
          { ...top, key: 'day', title: t('mediaCosts.field.day'), width: 104, render: (_, { day }) => (day == null ? '' : formatDay(parseDay(day) ?? 0)) },
          {
            ...top,
            key: 'ad',
            title: t('mediaCosts.field.ad'),
            width: 230,
            render: (_, { adName, named, problems, addedTo }) => (
              <>
                {adName ?? named}
                {addedTo != null && <div className={styles.before}>{t('mediaCosts.addedTo', { line: addedTo })}</div>}
                {problems.length > 0 && (
                  <ul className={styles.problems}>
                    {problems.map(({ field, column, message }) => (
                      <li key={`${field}${message}`}>{column ? `${column}：${message}` : message}</li>
                    ))}
                  </ul>
                )}
              </>
            ),
          },
          { ...amount, key: 'cost', title: t('mediaCosts.field.cost'), render: (_, row) => <Value row={row} field="cost" /> },
          { ...amount, key: 'impressions', title: t('mediaCosts.field.impressions'), render: (_, row) => <Value row={row} field="impressions" /> },
          { ...amount, key: 'clicks', title: t('mediaCosts.field.clicks'), render: (_, row) => <Value row={row} field="clicks" /> },
        ]}
      />
    </>
  );
}
