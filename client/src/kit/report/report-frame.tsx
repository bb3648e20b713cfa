import type { ReactNode, Ref } from 'react';
import { ErrorNote } from '../error-note';
import { Page } from '../page';
import { PlainButton } from '../plain-form';
import { withParameters } from '../address';
import { joinList } from '../../i18n/punctuation';
import { SaveViewButton, type SaveViewProps, type ViewReport } from '../saved-view/save-view-button';
import { useNarrow } from '../use-window';
import { ComputingNote } from './report-notes';
import styles from './report-screen.module.css';
import type { ReportState } from './url-state';
import type { Backlog } from './use-report-data';
import type { SaveChoices } from './report-screen';
import { CodeOutlined, DownloadOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Tooltip, Dropdown, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureToast } from '../failure';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useRight } from '../../session/rights';
import { explorerQuery, queryNameOf } from './explorer-query';
import { saveExport } from '../export/save-export';
import { notify } from '../notifier';
import { ShareButton } from './share-button';

interface ExportButtonProps {
  path: string;
  /** Returns the query at the moment of the click. */
  query: () => URLSearchParams;
  /** Name of the export while it runs. */
  name: string;
  /** Number of rows in the file, if known. */
  total: number | undefined;
  disabled: boolean;
  /** Shows only the icon, to save space. */
  bare?: boolean;
}

const DONE = {
  csv: ['report.csvDone', 'report.csvFailed'],
  xlsx: ['report.excelDone', 'report.excelFailed'],
} as const;

/** Exports all rows of the report to a file in the background, with progress and a cancel button. */
export function ExportButton({ path, query, name, total, disabled, bare = false }: ExportButtonProps) {
  const { t } = useTranslation();
  async function save(kind: 'csv' | 'xlsx'): Promise<void> {
    const [done, failed] = DONE[kind];
    try {
      const saved = await saveExport({ path, kind, query: query(), name, total });
      notify(saved ? 'SUCCESS' : 'INFO', t(saved ? done : 'report.exportCancelled'));
    } catch (error) {
      failureToast(t, 'ERROR', t(failed))(error);
    }
  }
  return (
    <Space.Compact>
      <Tooltip title={t('report.csvHint')} placement="bottomRight">
        <Button
          icon={<DownloadOutlined />}
          aria-label={t('report.csv')}
          disabled={disabled}
          onClick={() => void save('csv')}
        >
          {!bare && t('report.csv')}
        </Button>
      </Tooltip>
      <Dropdown
        trigger={['click']}
        disabled={disabled}
        menu={{ items: [{ key: 'xlsx', label: 'Excel (.xlsx)', onClick: () => void save('xlsx') }] }}
      >
        <Button
          icon={<DownOutlined />}
          aria-label={t('report.exportFormats')}
          title={t('report.exportFormats')}
        />
      </Dropdown>
    </Space.Compact>
  );
}

interface ExplorerButtonProps {
  /** REST path of the report. */
  path: string;
  /** Returns the query of the download at the moment of the click. */
  query: () => URLSearchParams;
}

/** Opens the report's query in the GraphQL explorer. */
function ExplorerButton({ path, query }: ExplorerButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = queryNameOf(path);
  if (useRight('explorer') === 'none' || !name) return null;
  return (
    <Tooltip title={t('report.explorer')} placement="bottomRight">
      <Button
        icon={<CodeOutlined />}
        aria-label={t('report.explorer')}
        onClick={() =>
          void navigate(`/explorer?${new URLSearchParams({ query: explorerQuery(name, query()) })}`)
        }
      />
    </Tooltip>
  );
}

export interface ReportFrameProps extends SaveViewProps {
  title: string;
  lead: string;
  report: ViewReport;
  /** State that a shared link restores. */
  state: ReportState;
  /** Number of rows in the file, if known. */
  total: number | undefined;
  /** Whether the file would have rows; by default if there are any. */
  exportable?: boolean;
  /** Whether the page still shows the rows of an earlier state. */
  stale?: boolean;
  /** Further action before the common ones. */
  action?: ReactNode;
  /** Places to save to, beside a saved view. */
  choices?: SaveChoices;
  /** Filter bar, which stays in sight. */
  bar: ReactNode;
  barRef?: Ref<HTMLDivElement>;
  backlog: Backlog | null;
  /** Failure that left nothing to show. */
  error?: unknown;
  retry?: () => void;
  /** Clears the conditions, if there are any. */
  clear?: (() => void) | undefined;
  children: ReactNode;
}

/** Page of a report: its actions, its filter bar, and its content or the reason why it is missing. */
export function ReportFrame(props: ReportFrameProps) {
  const { title, report, total, exportable = Boolean(total), stale = false, error, retry } = props;
  const bare = useNarrow();
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const { refusedItems } = props.state;
  return (
    <Page
      title={title}
      lead={props.lead}
      actions={
        // Grouped, so they stay beside the title in narrow windows.
        <div className="ic-flex ic-gap-8">
          {props.action}
          <SaveViewButton
            address={props.address}
            report={report}
            bare={bare}
            disabled={stale}
            more={props.choices?.items}
          />
          {props.choices?.dialog}
          <ShareButton state={props.state} save={{ address: props.address, report }} bare={bare} />
          {!bare && <ExplorerButton {...report} />}
          <ExportButton {...report} name={title} total={total} disabled={!exportable || stale} bare={bare} />
        </div>
      }
    >
      <div ref={props.barRef} className={styles.bar}>
        {props.bar}
      </div>
      <ComputingNote backlog={props.backlog} />
      {refusedItems ? (
        <div className="ic-card">
          <ErrorNote
            of="report"
            hint={t('report.unknownItem', {
              items: joinList(refusedItems.unknown),
              known: joinList(refusedItems.known),
            })}
            action={
              <PlainButton primary onClick={() => setParameters(withParameters(parameters, { item: null }))}>
                {t('report.usualItem')}
              </PlainButton>
            }
          />
        </div>
      ) : error ? (
        <div className="ic-card">
          <ErrorNote of="report" error={error} retry={retry} clear={props.clear} />
        </div>
      ) : (
        props.children
      )}
    </Page>
  );
}
