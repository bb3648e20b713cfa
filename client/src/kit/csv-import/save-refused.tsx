import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { CSV_BOM, csvRecord } from '../../../../shared/format/csv';
import { saveFile } from '../export/save-file';

interface SaveRefusedProps {
  columns: readonly string[];
  rows: ReadonlyArray<{ readonly cells: readonly string[]; readonly reason: string }>;
  /** Name of the file without its ending. */
  name: string;
}

/** Saves refused rows with their reasons as a table, which can be corrected and imported again. */
export function SaveRefused({ columns, rows, name }: SaveRefusedProps) {
  const { t } = useTranslation();
  const reasonColumn = t('settings.import.reason');
  // A corrected file that is refused again has the reason only once.
  const kept = columns.filter((column) => column !== reasonColumn);
  const table = [
    [...kept, reasonColumn],
    ...rows.map(({ cells, reason }) => [
      ...kept.map((column) => cells[columns.indexOf(column)] ?? ''),
      reason,
    ]),
  ];
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      onClick={() =>
        saveFile(
          new Blob([CSV_BOM, ...table.map(csvRecord)], { type: 'text/csv;charset=utf-8' }),
          `${name}.csv`,
        )
      }
    >
      {t('settings.import.saveRefused')}
    </Button>
  );
}
