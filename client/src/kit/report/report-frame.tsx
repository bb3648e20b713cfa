import type { ReactNode, Ref } from 'react';
import { ErrorNote } from '../error-note';
import { Page } from '../page';
import { SaveViewButton, type SaveViewProps, type ViewReport } from '../saved-view/save-view-button';
import { useNarrow } from '../use-media-query';
import { ComputingNote } from './computing-note';
import { ExplorerButton } from './explorer-button';
import { ExportButton } from './export-button';
import styles from './report-screen.module.css';
import { ShareButton } from './share-button';
import type { ReportState } from './url-state';
import type { Backlog } from './use-watch';

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
