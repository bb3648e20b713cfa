import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPage } from '../../../../../test/render';
import { changeLanguage, currentLanguage } from '../../../../i18n/i18n';
import { translateSchema } from './labels';
import { DocsPanel } from './docs-panel';

let schema: GraphQLSchema | undefined;
// The real editors need a browser.
jest.mock('@graphiql/react', () => ({
  useGraphiQL: (select: (state: object) => unknown) => select({ schema, fetchError: null }),
  useGraphiQLActions: () => ({ introspect: () => undefined }),
}));

const english = introspectionFromSchema(
  buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8')),
);

describe('documentation panel', () => {
  afterEach(() => act(() => changeLanguage('ja')));

  it.each([
    {
      language: 'ja' as const,
      query: '広告統計。広告、ASP、カテゴリなどごとの成果と費用です。',
      typed: '自動承認',
      expected: '成果を自動で判定するかどうか（自動承認）。',
      parts: [
        '集計軸。複数指定すると組み合わせて集計します。',
        '絞り込みに一致するすべての行の合計。比率は合計した値から計算します。',
      ],
    },
    {
      language: 'zh-CN' as const,
      query: '广告统计：各广告、ASP、分类等的成果和费用。',
      typed: '自动审批',
      expected: '是否自动判定成果（自动审批）。',
      parts: ['汇总维度；指定多个时交叉汇总。', '符合筛选条件的所有行的合计；比率由合计值计算。'],
    },
  ])(
    'describes a query, its arguments and fields in $language',
    async ({ language, query, typed, expected, parts }) => {
      const translated = await translateSchema(
        language,
        () => undefined,
        Promise.resolve({ data: { ...english } }),
      );
      schema = buildClientSchema(translated.data as IntrospectionQuery);
      const { container } = await renderPage(<DocsPanel />);
      await act(() => changeLanguage(language));
      expect(currentLanguage()).toBe(language);
      expect(screen.getByText(query).getAttribute('lang')).toBe(language);
      fireEvent.click(screen.getByRole('button', { name: /adSummaries/ }));
      const article = screen.getByRole('article');
      for (const text of [query, ...parts]) within(article).getByText(text);
      expect(container.querySelector('[lang="en"]')).toBeNull();
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: typed } });
      await screen.findByText(expected);
    },
  );

  it('names an argument without a parent type', async () => {
    schema = buildClientSchema(english);
    await renderPage(<DocsPanel />);
    fireEvent.click(screen.getByRole('button', { name: /adSummaries/ }));
    fireEvent.click(screen.getByRole('button', { name: /compare: Comparison/ }));
    expect(screen.getByRole('article').querySelector('code')?.textContent).toBe('compare: Comparison');
  });

  it('describes them in English for English users, and says so', async () => {
    schema = buildClientSchema(english);
    await renderPage(<DocsPanel />);
    await act(() => changeLanguage('en'));
    expect(
      screen
        .getByText('Ad statistics: results and costs of every ad, network, category and so on.')
        .getAttribute('lang'),
    ).toBe('en');
  });
});
