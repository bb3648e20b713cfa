import { durationWords, punctuation, type Punctuation } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';

/** Texts of documents that the console doesn't have. */
interface DocumentWords extends Punctuation {
  readonly product: string;
  readonly compared: string;
  readonly filters: string;
  readonly keyword: string;
  readonly writtenAt: string;
}

export const documentWords: Readonly<Record<Locale, DocumentWords>> = {
  ja: {
    product: '商品',
    compared: '比較期間',
    filters: '絞り込み',
    keyword: 'キーワード',
    writtenAt: '出力日時',
    ...punctuation.ja,
  },
  en: {
    product: 'Product',
    compared: 'Compared with',
    filters: 'Filter',
    keyword: 'Keyword',
    writtenAt: 'Exported at',
    ...punctuation.en,
  },
  'zh-CN': {
    product: '产品',
    compared: '对比期间',
    filters: '筛选',
    keyword: '关键词',
    writtenAt: '导出时间',
    ...punctuation['zh-CN'],
  },
};

/** Returns the unit in a column header; a count has none. */
export const unitLabel = (locale: Locale, unit: 'yen' | 'ratio' | 'points' | 'seconds'): string =>
  ({ yen: texts[locale].report.unitYen, ratio: '%', points: 'pt', seconds: durationWords[locale].second })[
    unit
  ];
