import { act, fireEvent, screen, within } from '@testing-library/react';
import { buildClientSchema, buildSchema, introspectionFromSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPage } from '../../../../../test/render';
import { changeLanguage, currentLanguage } from '../../../../i18n/i18n';
import { toldIn } from './descriptions';
import { DocsPanel } from './docs-panel';

let schema: GraphQLSchema | undefined;
// The editors of the real one need a browser.
jest.mock('@graphiql/react', () => ({
  useGraphiQL: (select: (state: object) => unknown) => select({ schema, fetchError: null }),
  useGraphiQLActions: () => ({ introspect: () => undefined }),
}));

const english = introspectionFromSchema(buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8')));

describe('the documentation panel', () => {
  afterEach(() => act(() => changeLanguage('ja')));

  it('describes a query, its arguments and fields in Japanese', async () => {
    const told = await toldIn('ja', () => undefined, Promise.resolve({ data: { ...english } }));
    schema = buildClientSchema(told.data as IntrospectionQuery);
    const { container } = await renderPage(<DocsPanel />);
    const description = screen.getByText('広告統計。広告、ASP、カテゴリなどごとの成果と費用です。');
    expect(description.getAttribute('lang')).toBe('ja');
    fireEvent.click(screen.getByRole('button', { name: /adSummaries/ }));
    const article = screen.getByRole('article');
    for (const text of ['広告統計。広告、ASP、カテゴリなどごとの成果と費用です。', '集計軸。複数指定すると組み合わせて集計します。', '絞り込みに一致するすべての行の合計。比率は合計した値から計算します。']) within(article).getByText(text);
    expect(container.querySelector('[lang="en"]')).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '自動承認' } });
    await screen.findByText('成果を自動で判定するかどうか（自動承認）。');
  });

  it('describes them in English, and says so, for who reads another language', async () => {
    schema = buildClientSchema(english);
    await renderPage(<DocsPanel />);
    await act(() => changeLanguage('zh-CN'));
    expect(currentLanguage()).toBe('zh-CN');
    expect(screen.getByText('Ad statistics: what every ad, network, category ... brought and cost.').getAttribute('lang')).toBe('en');
  });
});
