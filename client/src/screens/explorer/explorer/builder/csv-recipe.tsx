import { LinkOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Segmented, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../../i18n/i18n';
import { CodeLine } from '../../../../kit/copy-button';
import { Stack } from '../../../../kit/page';
import type { ReportRequest } from '../../../../kit/report/read-explorer-query';
import { StateNote } from '../../../../kit/states';
import styles from '../explorer.module.css';
import { appsScript, csvAddress, powerQuery } from './report-builder';
import { useBuiltQuery } from './use-editors';

const WIDTH = 560;
const PROGRAMS = ['excel', 'sheets'] as const;
type Program = (typeof PROGRAMS)[number];

/** Steps to read an address from a spreadsheet program. */
function Recipe({ report }: { report: ReportRequest }) {
  const { t } = useTranslation();
  const [program, setProgram] = useState<Program>('excel');
  const address = csvAddress(window.location.origin, report, currentLanguage());
  const snippet =
    program === 'excel' ? powerQuery(address, t('explorer.csv.tokenHere')) : appsScript(address);
  return (
    <Stack>
      <CodeLine
        label={t('explorer.csv.address')}
        text={address}
        hint={t(report.parameters.has('date_from') ? 'explorer.csv.fixedDays' : 'explorer.csv.movingDays')}
      />
      <Alert type="info" showIcon title={t('explorer.csv.token')} description={t('explorer.csv.tokenHint')} />
      <Segmented<Program>
        block
        className={styles.choice ?? ''}
        value={program}
        aria-label={t('explorer.csv.program')}
        options={PROGRAMS.map((value) => ({ value, label: t(`explorer.csv.${value}.name`) }))}
        onChange={setProgram}
      />
      <ol className={styles.steps}>
        {(['first', 'second', 'third'] as const).map((step) => (
          <li key={step}>{t(`explorer.csv.${program}.${step}`)}</li>
        ))}
      </ol>
      <CodeLine
        key={program}
        label={t(`explorer.csv.${program}.snippet`)}
        text={snippet}
        hint={t(`explorer.csv.${program}.note`)}
      />
    </Stack>
  );
}

/** Address of the query as CSV, for spreadsheets that update themselves. */
export function CsvAddress() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { ready, report } = useBuiltQuery();
  return (
    <>
      <Tooltip title={t('explorer.csv.title')}>
        <Button
          icon={<LinkOutlined />}
          aria-label={t('explorer.csv.title')}
          aria-haspopup="dialog"
          disabled={!ready}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Drawer
        open={open}
        destroyOnHidden
        size={WIDTH}
        title={t('explorer.csv.title')}
        onClose={() => setOpen(false)}
      >
        {report ? (
          <Recipe report={report} />
        ) : (
          <StateNote title={t('explorer.csv.byHand')} hint={t('explorer.csv.byHandHint')} />
        )}
      </Drawer>
    </>
  );
}
