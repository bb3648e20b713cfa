import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderPage } from '../../../../../test/render';
import type { ReportRequest } from '../../../../kit/report/read-explorer-query';
import { BuilderPanel } from './builder-panel';
import { CsvAddress } from './csv-recipe';

/** Editor without a browser: its text, and edits as one step each. */
function fakeEditor() {
  let text = '';
  const listeners = new Set<() => void>();
  const setValue = (next: string): void => {
    text = next;
    listeners.forEach((notify) => notify());
  };
  return {
    getValue: () => text,
    setValue,
    getModel: () => ({ getFullModelRange: () => ({}) }),
    pushUndoStop: () => true,
    executeEdits: (_: string, [edit]: [{ text: string }]) => setValue(edit.text),
    onDidChangeModelContent: (notify: () => void) => {
      listeners.add(notify);
      return { dispose: () => listeners.delete(notify) };
    },
  };
}

const queryEditor = fakeEditor();
const variableEditor = fakeEditor();
const run = jest.fn();
const addTab = jest.fn();
// The real editors need a browser.
jest.mock('@graphiql/react', () => ({
  useGraphiQL: (select: (state: object) => unknown) =>
    select({ queryEditor, variableEditor, tabs: [{}], activeTabIndex: 0 }),
  useGraphiQLActions: () => ({ run, addTab, changeTab: () => undefined }),
}));

// antd's lists need it, and jsdom has none.
class Channel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
}

const choose = async (label: string, option: string): Promise<void> => {
  await act(async () => void fireEvent.mouseDown(screen.getByLabelText(label)));
  await act(async () => void fireEvent.click(await screen.findByTitle(option)));
};

describe('builder panel', () => {
  const lastBuilt: { current: ReportRequest | undefined } = { current: undefined };
  beforeAll(() => Object.assign(globalThis, { MessageChannel: Channel }));
  beforeEach(() => {
    act(() => {
      queryEditor.setValue('');
      variableEditor.setValue('');
    });
    lastBuilt.current = undefined;
    jest.clearAllMocks();
  });

  it('writes the first report into an empty tab and runs it', async () => {
    await renderPage(<BuilderPanel lastBuilt={lastBuilt} />);
    fireEvent.click(screen.getByRole('button', { name: /この条件で実行/ }));
    expect(queryEditor.getValue()).toMatch(/^# 広告統計\nquery AdSummaries\(\$period: String\)/);
    expect(JSON.parse(variableEditor.getValue())).toEqual({ period: 'd30' });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('changes the query with each choice, and keeps the title that a user gave', async () => {
    await renderPage(<BuilderPanel lastBuilt={lastBuilt} />);
    await choose('レポート', '期間推移');
    expect(queryEditor.getValue()).toMatch(/^# 期間推移\nquery TimeSeries/);
    await choose('期間の単位', '週');
    expect(queryEditor.getValue()).toContain('unit: WEEK');
    act(() => queryEditor.setValue(queryEditor.getValue().replace('# 期間推移', '# 週次の確認')));
    await choose('レポート', '広告効果');
    expect(queryEditor.getValue()).toMatch(/^# 週次の確認\nquery Transitions/);
  });

  it('leaves a query that it cannot show untouched, and returns in a new tab', async () => {
    await renderPage(<BuilderPanel lastBuilt={lastBuilt} />);
    await choose('レポート', '期間推移');
    const byHand = '{ ads(productId: 1) { count } }';
    act(() => queryEditor.setValue(byHand));
    screen.getByText('手で編集したクエリです');
    expect(screen.queryByLabelText('レポート')).toBeNull();
    expect(queryEditor.getValue()).toBe(byHand);
    fireEvent.click(screen.getByRole('button', { name: '直前の条件を新しいタブで開く' }));
    expect(addTab).toHaveBeenCalledTimes(1);
    expect(queryEditor.getValue()).toMatch(/^# 期間推移\nquery TimeSeries/);
    screen.getByLabelText('レポート');
  });

  it('shows the CSV address of the query with a recipe for each program', async () => {
    await renderPage(
      <>
        <BuilderPanel lastBuilt={lastBuilt} />
        <CsvAddress />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: /この条件で実行/ }));
    fireEvent.click(screen.getByRole('button', { name: 'CSVのURL' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/\/api\/v1\/analyses\/ad_summaries\/download\/csv\?.*period=d30.*locale=ja$/);
    dialog.getByText(/Csv\.Document/);
    fireEvent.click(dialog.getByText('Google スプレッドシート'));
    dialog.getByText(/UrlFetchApp\.fetch/);
    act(() => queryEditor.setValue('{ me { email } }'));
    await screen.findByText('このクエリのCSVのURLは作れません');
  });
});
