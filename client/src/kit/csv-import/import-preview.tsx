import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CSV_BOM, csvRecord } from '../../../../shared/format/csv';
import { keysOf } from '../../../../shared/records';
import { saveFile } from '../export/save-file';
import { StatusTag, type Tone } from '../status-tag';
import { CardTable, type CardColumn } from '../table/card-table';

/** A row of an uploaded table with its effect. */
interface ImportedRow {
  readonly line: number;
  readonly action: string;
  /** Cells of a refused row. */
  readonly cells?: readonly string[] | null | undefined;
}

interface ImportPreviewProps<Row extends ImportedRow> {
  columns: readonly string[];
  rows: readonly Row[];
  /** Tone and name of each effect, in the order of the rows. */
  actions: Readonly<Record<string, readonly [tone: Tone, name: string]>>;
  /** Numbers of rows in words. */
  counts: readonly string[];
  changes: number;
  texts: { readonly action: string; readonly wrong: string; readonly nothing: string; readonly file: string };
  /** Why a row is refused. */
  reasonOf: (row: Row) => string;
  details: ReadonlyArray<CardColumn<Row>>;
  children?: ReactNode;
}

const ALERT = { showIcon: true, style: { marginBottom: 8 } } as const;

/** Effect of each row of a table: how many have which, and the rows with errors first, to be saved as a file. */
export function ImportPreview<Row extends ImportedRow>(props: ImportPreviewProps<Row>) {
  const { t } = useTranslation();
  const { columns, actions, counts, changes, texts, reasonOf, details, children } = props;
  const order = keysOf(actions);
  const rows = [...props.rows].sort(
    (a, b) => order.indexOf(a.action) - order.indexOf(b.action) || a.line - b.line,
  );
  const refused = props.rows.filter(({ action }) => action === 'refused');
  /** Saves refused rows with their reasons as a table, which can be corrected and imported again. */
  const save = (): void => {
    const reason = t('settings.import.reason');
    // A corrected file that is refused again has the reason only once.
    const kept = columns.filter((column) => column !== reason);
    const table = refused.map((row) => [
      ...kept.map((column) => row.cells?.[columns.indexOf(column)] ?? ''),
      reasonOf(row),
    ]);
    const records = [[...kept, reason], ...table].map(csvRecord);
    saveFile(new Blob([CSV_BOM, ...records], { type: 'text/csv;charset=utf-8' }), `${texts.file}.csv`);
  };
  return (
    <>
      <p role="status" className="ic-flex ic-wrap ic-gap-4-12 ic-mb-8 ic-strong">
        {counts.map((count) => (
          <span key={count}>{count}</span>
        ))}
      </p>
      {refused.length > 0 && (
        <Alert
          {...ALERT}
          type="warning"
          title={
            <div className="ic-flex ic-wrap ic-between ic-gap-8">
              {texts.wrong}
              <Button size="small" icon={<DownloadOutlined />} onClick={save}>
                {t('settings.import.saveRefused')}
              </Button>
            </div>
          }
        />
      )}
      {refused.length === 0 && changes === 0 && <Alert {...ALERT} type="info" title={texts.nothing} />}
      {children}
      <CardTable<Row>
        rows={rows}
        rowKey="line"
        cardTitle={t('mediaCosts.outcome')}
        minWidth={740}
        columns={[
          {
            key: 'line',
            title: t('settings.import.line'),
            width: 60,
            align: 'right',
            card: 'apart',
            render: ({ line }) => line,
          },
          {
            key: 'action',
            title: texts.action,
            width: 100,
            render: ({ action }) => {
              const [tone, name] = actions[action] ?? ['muted', action];
              return <StatusTag tone={tone}>{name}</StatusTag>;
            },
          },
          ...details,
        ]}
      />
    </>
  );
}
