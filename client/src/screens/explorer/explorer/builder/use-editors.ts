import { useGraphiQL, type MonacoEditor } from '@graphiql/react';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ReportName } from '../../../../../../shared/catalog';
import { explorerQuery, explorerVariables } from '../../../../kit/report/explorer-query';
import {
  readExplorerQuery,
  titleLines,
  type ReportRequest,
} from '../../../../kit/report/read-explorer-query';

/** Text of an editor, without the delay of the tabs. */
function useText(editor: MonacoEditor | undefined): string {
  const subscribe = useCallback(
    (notify: () => void) => {
      const listener = editor?.onDidChangeModelContent(notify);
      return () => listener?.dispose();
    },
    [editor],
  );
  return useSyncExternalStore(subscribe, () => editor?.getValue() ?? '');
}

/** Replaces the text of an editor. Unlike `setValue`, the user can undo it. */
function replaceText(editor: MonacoEditor | undefined, text: string): void {
  const model = editor?.getModel();
  if (!editor || !model || editor.getValue() === text) return;
  editor.pushUndoStop();
  editor.executeEdits('builder', [{ range: model.getFullModelRange(), text }]);
  editor.pushUndoStop();
}

/** Query of the active tab as the builder sees it. */
interface BuiltQuery {
  /** Whether the editors have loaded. */
  readonly ready: boolean;
  /** Report of the query; null if the query was changed beyond the builder, undefined if there is none. */
  readonly report: ReportRequest | null | undefined;
  /** Writes a report into the editors. The user's own title stays, that of another report is replaced. */
  readonly write: (report: ReportRequest, titleOf: (name: ReportName) => string) => void;
}

/** Returns the query of the active tab and the report that the builder can show of it. */
export function useBuiltQuery(): BuiltQuery {
  const { queryEditor, variableEditor } = useGraphiQL((state) => ({
    queryEditor: state.queryEditor,
    variableEditor: state.variableEditor,
  }));
  const [query, variables] = [useText(queryEditor), useText(variableEditor)];
  const report = useMemo(() => {
    const isEmpty = query.slice(titleLines(`${query}\n`).length).trim() === '';
    return isEmpty ? undefined : readExplorerQuery(query, variables);
  }, [query, variables]);
  const write = useCallback(
    (next: ReportRequest, titleOf: (name: ReportName) => string) => {
      const lines = titleLines(`${query}\n`);
      const isOwn = lines !== '' && lines.trim() !== (report && `# ${titleOf(report.name)}`);
      const title = isOwn ? lines : `# ${titleOf(next.name)}\n`;
      replaceText(queryEditor, title + explorerQuery(next.name, next.parameters));
      replaceText(variableEditor, explorerVariables(next.parameters));
    },
    [query, report, queryEditor, variableEditor],
  );
  return { ready: queryEditor !== undefined && variableEditor !== undefined, report, write };
}
