import { Alert, Table, type TableColumnType } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { mediaFields } from '../../../../../shared/domain/media';
import { joinList, withHeading } from '../../../i18n/punctuation';
import { SaveRefused } from '../../../kit/csv-import/save-refused';
import { StatusTag, type Tone } from '../../../kit/status-tag';
import { metricText } from '../../../kit/table/number-cell';
import { formatDay, parseDay } from '../../../kit/tokyo-date';
import { useNarrow } from '../../../kit/use-window';
import type { Imported } from './import-dialog';

type Row = Imported['rows'][number];

const ACTIONS = ['refused', 'create', 'replace', 'added', 'unchanged', 'skipped'] as const;
type Action = (typeof ACTIONS)[number];
const TONES: Readonly<Record<Action, Tone>> = {
  refused: 'bad',
  create: 'good',
  replace: 'waiting',
  added: 'muted',
  unchanged: 'muted',
  skipped: 'muted',
};

const actionOf = ({ action }: Row): Action => ACTIONS.find((one) => one === action) ?? 'refused';

const AMOUNTS = ['cost', 'impressions', 'clicks'] as const;
const formatApiDay = (day: string): string => formatDay(parseDay(day) ?? 0);
const dayOfLine = ({ day, dayTo }: Row): string =>
  [day, dayTo].flatMap((one) => (one == null ? [] : [formatApiDay(one)])).join(' – ');
const isTaken = (row: Row): boolean => !['skipped', 'refused'].includes(actionOf(row));

/** Below this width, columns would be cut off. */
const WIDE = 740;

/** A new value, and the value it replaces if they differ. */
function Value({ row, field }: { row: Row; field: (typeof AMOUNTS)[number] }) {
  const { t } = useTranslation();
  const { before } = row;
  if (!isTaken(row)) return null;
  const text = (value: number): string =>
    metricText(value, { unit: field === 'cost' ? 'yen' : 'count', showZero: true });
  return (
    <>
      {text(row[field])}
      {before && before[field] !== row[field] && (
        <div className="ic-muted">{t('mediaCosts.before', { value: text(before[field]) })}</div>
      )}
    </>
  );
}

const problemText = (t: TFunction, { column, value, message }: Row['problems'][number]): string =>
  column == null
    ? message
    : value == null
      ? withHeading(column, message)
      : t('mediaCosts.wrongCell', { column, value, message });

/** The ad of a line and the line's problems. */
function AdOfLine({ row }: { row: Row }) {
  const { t } = useTranslation();
  const { adName, named, problems, addedTo, reason } = row;
  return (
    <>
      {adName ?? named}
      {adName != null && named !== '' && named !== adName && <div className="ic-muted">{named}</div>}
      {reason != null && <div className="ic-muted">{reason}</div>}
      {addedTo != null && <div className="ic-muted">{t('mediaCosts.addedTo', { line: addedTo })}</div>}
      {problems.length > 0 && (
        <ul className="ic-indent ic-error">
          {problems.map((problem) => (
            <li key={`${problem.field}${problem.message}`}>{problemText(t, problem)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A line stacked into one cell for narrow windows. */
function WholeLine({ row }: { row: Row }) {
  const { t } = useTranslation();
  return (
    <div className="ic-grid ic-gap-4 ic-break">
      <span className="ic-flex ic-gap-12">
        <ActionTag row={row} />
        {dayOfLine(row)}
      </span>
      <div>
        <AdOfLine row={row} />
      </div>
      {isTaken(row) && (
        <dl className="ic-flex ic-wrap ic-figures ic-gap-4-12">
          {AMOUNTS.map((field) => (
            <div key={field}>
              <dt className="ic-hint">{t(`mediaCosts.field.${field}`)}</dt>
              <dd>
                <Value row={row} field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function ActionTag({ row }: { row: Row }) {
  const { t } = useTranslation();
  const action = actionOf(row);
  return <StatusTag tone={TONES[action]}>{t(`mediaCosts.action.${action}`)}</StatusTag>;
}

/** Preview of each line in a file, lines with problems first. */
export function MediaPreview({ outcome, source }: { outcome: Imported; source: string }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { created, replaced, unchanged, added, skipped, refused, missing } = outcome;
  if (missing.length > 0)
    return (
      <Alert
        type="info"
        showIcon
        title={t('mediaCosts.missing')}
        description={t('mediaCosts.missingText', {
          needed: joinList(
            mediaFields.filter((one) => missing.includes(one)).map((one) => t(`mediaCosts.field.${one}`)),
          ),
          found: joinList(outcome.columns.filter(Boolean)),
        })}
      />
    );
  const counts: Readonly<Record<Action, number>> = {
    refused,
    create: created,
    replace: replaced,
    added,
    unchanged,
    skipped,
  };
  const rows = [...outcome.rows].sort(
    (a, b) => ACTIONS.indexOf(actionOf(a)) - ACTIONS.indexOf(actionOf(b)) || a.line - b.line,
  );
  const top = { onCell: () => ({ style: { verticalAlign: 'top' } }) } as const;
  const line: TableColumnType<Row> = {
    ...top,
    key: 'line',
    title: t('settings.import.line'),
    width: narrow ? 48 : 60,
    align: 'right',
    render: (_, row) => row.line,
  };
  return (
    <>
      <p role="status" className="ic-flex ic-wrap ic-gap-4-12 ic-mb-8 ic-strong">
        {ACTIONS.filter((action) => counts[action] > 0).map((action) => (
          <span key={action}>
            {t('mediaCosts.count', { action: t(`mediaCosts.action.${action}`), count: counts[action] })}
          </span>
        ))}
      </p>
      {refused > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('mediaCosts.wrong')}
          style={{ marginBottom: 8 }}
          action={
            <SaveRefused
              name={`${source}-${t('mediaCosts.action.refused')}`}
              columns={outcome.columns}
              rows={outcome.rows.flatMap(({ action, cells, problems }) =>
                action === 'refused'
                  ? [{ cells: cells ?? [], reason: problems.map((one) => problemText(t, one)).join(' / ') }]
                  : [],
              )}
            />
          }
        />
      )}
      {created + replaced + refused === 0 && (
        <Alert type="info" showIcon title={t('mediaCosts.nothing')} style={{ marginBottom: 8 }} />
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
                { key: 'all', title: t('mediaCosts.outcome'), render: (_, row) => <WholeLine row={row} /> },
              ]
            : [
                line,
                {
                  ...top,
                  key: 'action',
                  title: t('mediaCosts.outcome'),
                  width: 96,
                  render: (_, row) => <ActionTag row={row} />,
                },
                {
                  ...top,
                  key: 'day',
                  title: t('mediaCosts.field.day'),
                  width: 100,
                  render: (_, row) => dayOfLine(row),
                },
                {
                  ...top,
                  key: 'ad',
                  title: t('mediaCosts.field.ad'),
                  width: 230,
                  render: (_, row) => <AdOfLine row={row} />,
                },
                ...AMOUNTS.map((field): TableColumnType<Row> => ({
                  ...top,
                  key: field,
                  title: t(`mediaCosts.field.${field}`),
                  width: 84,
                  align: 'right',
                  render: (_, row) => <Value row={row} field={field} />,
                })),
              ]
        }
      />
    </>
  );
}
