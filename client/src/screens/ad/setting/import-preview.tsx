import { Alert, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ImportAdsMutation } from '../../../generated/graphql';
import { withHeading, joinList } from '../../../i18n/punctuation';
import { SaveRefused } from '../../../kit/csv-import/save-refused';
import { ChangeLines } from '../../../kit/form/change-list';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { useFieldTexts } from '../../../kit/use-field-texts';

type Outcome = ImportAdsMutation['importAds'];
type Row = Outcome['rows'][number];

const TONES: Record<string, Tone> = { create: 'good', update: 'waiting', unchanged: 'muted', refused: 'bad' };
const ORDER = ['refused', 'create', 'update', 'unchanged'];
const COUNTS = ['created', 'updated', 'same', 'failed'] as const;

/** Preview of an import, rows with problems first. */
export function ImportPreview({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  const texts = useFieldTexts('ad');
  const { created, updated, unchanged, refused, ignoredColumns } = outcome;
  const counts = { created, updated, same: unchanged, failed: refused };
  const rows = [...outcome.rows].sort(
    (a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || a.line - b.line,
  );
  const problemText = ({ field, messages }: Row['problems'][number]): string =>
    withHeading(texts.label(field), messages.join(' '));
  const actionText = (action: string): string =>
    action === 'create'
      ? t('settings.import.add')
      : action === 'update'
        ? t('settings.audit.update')
        : action === 'unchanged'
          ? t('form.unchanged')
          : t('settings.import.error');
  const top = { onCell: () => ({ style: { verticalAlign: 'top' } }) };
  return (
    <>
      <p
        role="status"
        style={{ display: 'flex', flexWrap: 'wrap', gap: 16, marginBottom: 8, fontWeight: 600 }}
      >
        {COUNTS.map((name) => (
          <span key={name}>{t(`settings.import.${name}`, { count: counts[name] })}</span>
        ))}
      </p>
      {refused > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('settings.import.wrong')}
          style={{ marginBottom: 8 }}
          action={
            <SaveRefused
              name={t('settings.import.refusedFile')}
              columns={outcome.columns}
              rows={outcome.rows.flatMap(({ action, cells, problems }) =>
                action === 'refused'
                  ? [{ cells: cells ?? [], reason: problems.map(problemText).join(' / ') }]
                  : [],
              )}
            />
          }
        />
      )}
      {refused === 0 && created + updated === 0 && (
        <Alert type="info" showIcon title={t('settings.import.nothing')} style={{ marginBottom: 8 }} />
      )}
      {ignoredColumns.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('settings.import.ignored', { columns: joinList(ignoredColumns) })}
          style={{ marginBottom: 8 }}
        />
      )}
      <Table<Row>
        size="small"
        rowKey="line"
        dataSource={rows}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 680 }}
        columns={[
          {
            ...top,
            key: 'line',
            title: t('settings.import.line'),
            width: 64,
            align: 'right',
            render: (_, { line }) => line,
          },
          {
            ...top,
            key: 'action',
            title: t('settings.audit.action'),
            width: 110,
            render: (_, { action }) => (
              <StatusTag tone={TONES[action] ?? 'muted'}>{actionText(action)}</StatusTag>
            ),
          },
          {
            ...top,
            key: 'adName',
            title: texts.label('adName'),
            width: 200,
            ellipsis: true,
            render: (_, { adName }) => adName,
          },
          {
            key: 'changes',
            title: t('settings.audit.changes'),
            render: (_, { action, changes, problems }) =>
              problems.length > 0 ? (
                <ul style={{ paddingInlineStart: 16, color: 'var(--ic-error)' }}>
                  {problems.map((problem) => (
                    <li key={problem.field}>{problemText(problem)}</li>
                  ))}
                </ul>
              ) : (
                <ChangeLines entity="ad" changes={changes} isNew={action === 'create'} except="adName" />
              ),
          },
        ]}
      />
    </>
  );
}
