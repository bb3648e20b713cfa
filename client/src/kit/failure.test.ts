import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { loadSignedInTexts, startI18n } from '../i18n/i18n';
import { RestError } from '../session/rest';
import { failureText } from './failure';

const answer = (status: number): Response => ({ status, statusText: '', headers: new Headers() }) as Response;

describe('failure text', () => {
  it.each([
    ['no answer', new TypeError('Failed to fetch'), /接続できませんでした.*通信環境/],
    [
      'an answer of a proxy',
      new ServerError('Bad Gateway', { response: answer(502), bodyText: '<html>' }),
      /エラーが発生しました（502）/,
    ],
    [
      'an unreadable answer',
      new ServerParseError(new SyntaxError('x'), { response: answer(200), bodyText: '<html>' }),
      /エラーが発生しました（200）/,
    ],
    [
      'a REST failure without messages',
      new RestError(503, [], undefined, undefined),
      /エラーが発生しました（503）/,
    ],
    [
      'a rejection before the operation',
      new ServerError('', {
        response: answer(400),
        bodyText: JSON.stringify({
          errors: [{ message: 'x', extensions: { messages: ['項目がありません'] } }],
        }),
      }),
      /^項目がありません$/,
    ],
    [
      'messages of REST in an answer to GraphQL',
      new ServerError('', { response: answer(429), bodyText: '{"_message":["多すぎます"]}' }),
      /^多すぎます$/,
    ],
    ['a 4xx without messages', new RestError(418, [], undefined, undefined), /^不明なエラーが発生しました$/],
    ['a 403 without messages', new RestError(403, [], undefined, undefined), /権限がありません/],
    [
      'the sentences of fields',
      new CombinedGraphQLErrors({
        errors: [
          {
            message: 'x',
            extensions: { messages: ['誤りがあります'], fields: { dateFrom: ['終了日より後です'] } },
          },
        ],
      }),
      /^誤りがあります\n終了日より後です$/,
    ],
    [
      'a server message',
      new CombinedGraphQLErrors({ errors: [{ message: '広告がありません' }] }),
      /^広告がありません$/,
    ],
  ])('%s', async (_what, error, words) => {
    const i18n = await startI18n('ja');
    await loadSignedInTexts();
    expect(failureText(i18n.t, error)).toMatch(words);
  });

  it.each([
    ['no answer', new TypeError('Failed to fetch')],
    ['a REST failure without messages', new RestError(503, [], undefined, undefined)],
  ])('%s: mentions unsaved input only if there was some', async (_what, error) => {
    const i18n = await startI18n('ja');
    await loadSignedInTexts();
    expect(failureText(i18n.t, error)).toContain('入力内容はそのまま残っています');
    expect(failureText(i18n.t, error, { input: false })).not.toContain('入力内容');
  });
});
