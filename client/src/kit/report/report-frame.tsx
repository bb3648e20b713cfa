import type { ReactNode, Ref } from 'react';
import { ErrorNote } from '../states';
import { Page } from '../page';
import { SaveViewButton, type SaveViewProps, type ViewReport } from '../saved-view/save-view-button';
import { useNarrow } from '../use-window';
import { ComputingNote } from './report-notes';
import styles from './report-screen.module.css';
import type { ReportState } from './url-state';
import type { Backlog } from './use-report-data';
import { CodeOutlined, DownloadOutlined, DownOutlined, LinkOutlined } from '@ant-design/icons';
import { Button, Tooltip, Dropdown, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../session/rights';
import { explorerQuery, queryNameOf } from './explorer-query';
import { saveExport } from '../export/save-export';
import { notify } from '../notifier';
import { useCreatePageLinkMutation } from '../../generated/graphql';
import { formatRange } from '../../i18n/punctuation';
import { useProductId, useWeekStart } from '../../session/session-context';
import { copyText } from '../copy-button';
import { failureText } from '../failure';
import { MenuButton } from '../menu-button';
import { rangeOf } from '../period/period';
import { linkParameters } from './share-link';
import { formatDay } from '../tokyo-date';
import { useToday } from '../use-today';
import { viewParameters, viewLink } from '../address';

/**
 * Copies a short link to the report, with either a relative period or the current days. `bare` shows only the
 * icon.
 */
function ShareButton({ state, bare = false }: { state: ReportState; bare?: boolean }) {
  const { t } = useTranslation();
  const productId = useProductId();
  const [shorten] = useCreatePageLinkMutation();
  const { period } = state;
  const range = rangeOf(period, { today: useToday(), weekStart: useWeekStart() });
  const days = formatRange(formatDay(range.from), formatDay(range.to));
  async function copy(pinned: boolean): Promise<void> {
    const parameters = linkParameters(
      new URLSearchParams(location.search),
      state,
      pinned ? range : undefined,
    );
    const search = viewParameters(parameters, productId).toString();
    const link = shorten({ variables: { input: { productId, path: location.pathname, search } } }).then(
      ({ data }) => {
        if (!data) throw new Error('Creating the link returned no data');
        return viewLink(data.createPageLink);
      },
    );
    try {
      const copied = await copyText(link);
      notify(
        copied ? 'SUCCESS' : 'WARNING',
        copied ? t('report.linkCopied') : t('report.linkFailed', { link: await link }),
      );
    } catch (failure) {
      notify('ERROR', failureText(t, failure, { input: false }));
    }
  }
  const moving = {
    key: 'moving',
    label: t('report.copyMoving', { period: t(`report.presets.${period.preset}`) }),
    onSelect: () => void copy(false),
  };
  const pinned = { key: 'pinned', label: t('report.copyPinned', { days }), onSelect: () => void copy(true) };
  return (
    <MenuButton
      label={t('report.share')}
      type="default"
      icon={<LinkOutlined />}
      items={period.preset === 'custom' ? [pinned] : [moving, pinned]}
    >
      {!bare && t('report.share')}
    </MenuButton>
  );
}

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
function ExportButton({ path, query, name, total, disabled, bare = false }: ExportButtonProps) {
  const { t } = useTranslation();
  async function save(kind: 'csv' | 'xlsx'): Promise<void> {
    const [done, failed] = DONE[kind];
    try {
      const saved = await saveExport({ path, kind, query: query(), name, total });
      notify(saved ? 'SUCCESS' : 'INFO', t(saved ? done : 'report.exportCancelled'));
    } catch {
      notify('ERROR', t(failed));
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
  /** Filter bar, which stays in sight. */
  bar: ReactNode;
  barRef?: Ref<HTMLDivElement>;
  backlog: Backlog | null;
  /** Failure that left nothing to show. */
  error?: unknown;
  retry?: () => void;
  children: ReactNode;
}

/** Page of a report: its actions, its filter bar, and its content or the reason why it is missing. */
export function ReportFrame(props: ReportFrameProps) {
  const { title, report, total, exportable = Boolean(total), stale = false, error, retry } = props;
  const bare = useNarrow();
  return (
    <Page
      title={title}
      lead={props.lead}
      actions={
        // Grouped, so they stay beside the title in narrow windows.
        <div className="ic-flex ic-gap-8">
          {props.action}
          <SaveViewButton address={props.address} report={report} bare={bare} disabled={stale} />
          <ShareButton state={props.state} bare={bare} />
          {!bare && <ExplorerButton {...report} />}
          <ExportButton {...report} name={title} total={total} disabled={!exportable || stale} bare={bare} />
        </div>
      }
    >
      <div ref={props.barRef} className={styles.bar}>
        {props.bar}
      </div>
      <ComputingNote backlog={props.backlog} />
      {error ? (
        <div className="ic-card">
          <ErrorNote of="report" error={error} {...(retry ? { retry } : {})} />
        </div>
      ) : (
        props.children
      )}
    </Page>
  );
}
