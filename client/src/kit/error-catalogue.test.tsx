import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../test/render';
import { changeLanguage, loadManagementTexts, loadSignedInTexts, startI18n } from '../i18n/i18n';
import { callRest, RestError } from '../session/rest';
import { Boundary } from './boundary';
import { CopyButton } from './copy-button';
import { DeleteDialog } from './dialog/delete-dialog';
import { ErrorNote } from './error-note';
import { failureText, failureToast } from './failure';
import { ignored } from './ignored';
import { hideNotice, Snackbar, SNACKBAR_TIMEOUT_MS } from './notifier';

const answer = (status: number): Response =>
  ({ status, statusText: '', headers: new Headers({ 'X-Request-Id': 'q-7' }) }) as Response;
const byProxy = (status: number): unknown => new ServerError('', { response: answer(status), bodyText: '' });
const byGraphql = (code: string, messages: readonly string[]): unknown =>
  new CombinedGraphQLErrors({
    errors: [{ message: messages.join('\n'), extensions: { code, messages, requestId: 'q-8' } }],
  });

const english = async () => {
  const i18n = await startI18n('en');
  await loadManagementTexts();
  await loadSignedInTexts();
  return i18n.t;
};

describe('error texts', () => {
  afterEach(() => act(hideNotice));

  // rule: messages-03
  it('joins the messages of a 400', async () => {
    expect(
      failureText(
        await english(),
        new RestError(400, ['Name: required', 'URL: invalid URL format'], undefined, undefined),
      ),
    ).toBe('Name: required\nURL: invalid URL format');
  });

  // rule: messages-04
  it('shows a general refusal with the answer for a 400 without messages', async () => {
    const body = { errors: { name: ['required'] } };
    const fetcher = jest.fn().mockResolvedValue({
      ok: false,
      status: 400,
      headers: new Headers(),
      json: () => Promise.resolve(body),
    });
    await expect(callRest('/x', { method: 'POST' }, fetcher)).rejects.toMatchObject({
      status: 400,
      messages: [],
      data: body,
    });
  });

  it.each([
    ['404', 404, '404 Not Found'],
    ['500', 500, '500 Internal Server Error'],
    ['502', 502, '502 Internal Server Error'],
    ['504', 504, '504 Internal Server Error'],
  ])(
    // rule: messages-05
    '%s of REST or a proxy has a name, an explanation and the request id',
    async (_what, status, name) => {
      const t = await english();
      expect(failureText(t, byProxy(status)).split('\n')).toEqual([
        name,
        expect.any(String),
        'Reference ID: q-7',
      ]);
      expect(failureText(t, new RestError(status, ['So it is.'], 'q-1', undefined))).toBe(
        `${name}\nSo it is.\nReference ID: q-1`,
      );
    },
  );

  it.each([
    ['NOT_FOUND', '404 Not Found'],
    ['INTERNAL_SERVER_ERROR', '500 Internal Server Error'],
  ])('GraphQL\u2019s %s has the same name', async (code, name) => {
    expect(failureText(await english(), byGraphql(code, ['A sentence.']))).toBe(
      `${name}\nA sentence.\nReference ID: q-8`,
    );
  });

  // rule: messages-06
  it('other statuses keep their own texts', async () => {
    const t = await english();
    expect(failureText(t, new RestError(409, ['Somebody was first.'], 'q-1', undefined))).toBe(
      'Somebody was first.',
    );
    expect(failureText(t, byProxy(503))).toContain('(503)');
  });

  // rule: messages-07
  it('any other failure is an unknown error', async () => {
    expect(failureText(await english(), new Error('x is undefined'))).toBe('Unknown Error');
  });

  it('an error note shows the name as title, then the sentence and the id, and a retry button', async () => {
    const retry = jest.fn();
    await renderPage(
      <ErrorNote
        title="一覧を表示できませんでした"
        hint="データは失われていません。"
        error={byProxy(502)}
        retry={retry}
      />,
    );
    expect(screen.getByRole('heading', { name: '502 Internal Server Error' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('一覧を表示できませんでした');
    expect(screen.getByRole('alert')).toHaveTextContent('お問い合わせID：q-7');
    fireEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  // rule: messages-09
  it('outcomes: \u201c{action} succeeded\u201d and \u201c{action} failed\u201d', async () => {
    const t = await english();
    expect([
      t('common.actionSucceeded', { action: 'Delete' }),
      t('common.actionFailed', { action: 'Delete' }),
    ]).toEqual(['Delete succeeded', 'Delete failed']);
  });

  // rule: messages-15
  it('confirmations: \u201cAre you sure you want to {action}?\u201d, for changes too', async () => {
    const t = await english();
    expect(t('common.confirmAction', { action: 'delete it' })).toBe('Are you sure you want to delete it?');
    expect(t('common.confirmChange', { action: 'Approved' })).toBe(
      'Are you sure you want to change to Approved?',
    );
  });

  it('a deletion asks for confirmation and reports why it failed', async () => {
    await renderPage(
      <DeleteDialog name="春の広告" remove={() => Promise.reject(byProxy(500))} onResult={() => undefined} />,
    );
    expect(screen.getByText('「春の広告」を削除します。よろしいですか？')).toBeInTheDocument();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '削除' })));
    expect(screen.getByRole('alert')).toHaveTextContent(/削除できませんでした 500 Internal Server Error/);
  });

  // rule: messages-10
  it('copy success: \u201ccopied to clipboard\u201d', async () => {
    Object.assign(navigator, { clipboard: { writeText: () => Promise.resolve() } });
    await renderPage(
      <>
        <CopyButton text="x" label="URL" />
        <Snackbar />
      </>,
    );
    await act(() => changeLanguage('en'));
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /URL/ })));
    expect(screen.getByText('Copied to clipboard')).toBeInTheDocument();
  });

  // rule: messages-11
  it('handlers: ignored shows nothing; a toast shows a warning or an error, and stays if it has an id', async () => {
    jest.useFakeTimers();
    const t = await english();
    await renderPage(<Snackbar />);
    act(() => ignored());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    act(() => failureToast(t, 'WARNING')(new RestError(409, ['Somebody was first.'], undefined, undefined)));
    expect(screen.getByRole('alert')).toHaveTextContent('Somebody was first.');
    act(() => void jest.advanceTimersByTime(SNACKBAR_TIMEOUT_MS));
    expect(screen.queryByText('Somebody was first.')).not.toBeInTheDocument();
    act(() => failureToast(t)(byProxy(500)));
    act(() => void jest.advanceTimersByTime(60_000));
    expect(screen.getByRole('alert')).toHaveTextContent('500 Internal Server Error');
    jest.useRealTimers();
  });
});

describe('a part of a page that fails to render', () => {
  const spoken = jest.spyOn(console, 'error');
  beforeEach(() => spoken.mockImplementation(() => undefined));
  afterAll(() => spoken.mockRestore());

  it('keeps the rest of the page and can be retried', async () => {
    let broken = true;
    const Part = () => {
      if (broken) throw new Error('boom');
      return <p>図</p>;
    };
    await renderPage(
      <>
        <p>表</p>
        <Boundary>
          <Part />
        </Boundary>
      </>,
    );
    expect(screen.getByText('表')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('この部分を表示できませんでした');
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(screen.getByText('図')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('asks for a reload if its code failed to load, because browsers do not request code twice', async () => {
    const Part = () => {
      throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
    };
    await renderPage(
      <Boundary>
        <Part />
      </Boundary>,
    );
    expect(screen.getByRole('button', { name: '再読み込み' })).toBeInTheDocument();
  });
});
