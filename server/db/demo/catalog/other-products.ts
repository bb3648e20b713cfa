import { SEASONS, type DemoProduct } from './demo-product';

const AGENCY = '株式会社アドグロース';
const SECOND = 'ミナト広告社';
const BUY = { page: null, weight: 1 } as const;

export const serum: DemoProduct = {
  name: '美容液セラム「ゆらぎ」',
  separation: true,
  evaluation: 1,
  model: 3,
  asps: ['サーチワン', 'ツナガルSNS', 'アフィリンク'],
  categories: ['リスティング', 'SNS広告', 'アフィリエイト'],
  types: [['効果訴求', '価格訴求'], ['20代', '40代'], ['テキスト', '動画', '記事']],
  last: [
    { ...BUY, title: 'トライアル購入', weight: 70, amount: { mu: 7.6, sigma: 0.15 } },
    { ...BUY, title: '本品購入', weight: 30, amount: { mu: 9.0, sigma: 0.3 } },
  ],
  middle: [{ ...BUY, title: '肌診断 完了', amount: null }],
  crossdomains: [['ショッピングモール店', 'mall.serum.example']],
  clicks: 4_500,
  conversionRate: 0.07,
  season: SEASONS.summer,
  growth: 2.2,
  ads: [
    { name: 'リスティング 指名（ゆらぎ 美容液）', asp: 'サーチワン', category: 'リスティング', types: ['効果訴求', '40代', 'テキスト'], agency: AGENCY, weight: 10, opener: 0.4, conversion: 2, audience: 'mixed', clickCost: 114, cvCost: 0, performance: true, variants: [['標準LP', 60, 1], ['漫画LP', 40, 1.25]] },
    { name: 'リスティング 一般（敏感肌 美容液）', asp: 'サーチワン', category: 'リスティング', types: ['効果訴求', '40代', 'テキスト'], agency: AGENCY, weight: 9, opener: 1.2, conversion: 0.9, audience: 'phone', clickCost: 304, cvCost: 0 },
    { name: 'SNS広告 ビフォーアフター動画', asp: 'ツナガルSNS', category: 'SNS広告', types: ['効果訴求', '20代', '動画'], agency: SECOND, weight: 12, opener: 2.2, conversion: 0.5, audience: 'phone', clickCost: 128, cvCost: 0 },
    { name: 'SNS広告 リターゲティング', asp: 'ツナガルSNS', category: 'SNS広告', types: ['価格訴求', '20代', '動画'], agency: SECOND, weight: 6, opener: 0.1, conversion: 1.6, audience: 'phone', clickCost: 163, cvCost: 0 },
    { name: 'アフィリエイト 成分オタクの部屋', asp: 'アフィリンク', category: 'アフィリエイト', types: ['効果訴求', '40代', '記事'], weight: 6, opener: 0.9, conversion: 1.5, audience: 'mixed', clickCost: 0, cvCost: 2400, performance: true },
    { name: 'アフィリエイト 口コミコスメ帖', asp: 'アフィリンク', category: 'アフィリエイト', types: ['価格訴求', '20代', '記事'], weight: 5, opener: 0.8, conversion: 1.3, audience: 'phone', clickCost: 0, cvCost: 2000, performance: true },
  ],
};

/** Outside the product lists of the demo's manager and analyst. */
export const accounting: DemoProduct = {
  name: 'クラウド会計ミライ帳簿',
  separation: false,
  evaluation: 3,
  model: 2,
  asps: ['サーチワン', 'ビジネスメディア'],
  categories: ['リスティング', '記事広告'],
  types: [['機能訴求', '価格訴求'], ['個人事業主', '法人'], ['テキスト', '記事']],
  last: [{ ...BUY, title: '有料プラン契約', amount: { mu: 10.3, sigma: 0.6 } }],
  middle: [{ ...BUY, title: '無料トライアル開始', amount: null }],
  crossdomains: [],
  clicks: 1_500,
  conversionRate: 0.06,
  season: SEASONS.business,
  growth: 1.3,
  ads: [
    { name: 'リスティング 会計ソフト 比較', asp: 'サーチワン', category: 'リスティング', types: ['価格訴求', '個人事業主', 'テキスト'], agency: AGENCY, weight: 10, opener: 1, conversion: 1, audience: 'desk', clickCost: 924, cvCost: 0 },
    { name: 'リスティング 指名（ミライ帳簿）', asp: 'サーチワン', category: 'リスティング', types: ['機能訴求', '法人', 'テキスト'], agency: AGENCY, weight: 6, opener: 0.3, conversion: 2.2, audience: 'desk', clickCost: 209, cvCost: 0, performance: true },
    { name: '記事広告 経理DX特集', asp: 'ビジネスメディア', category: '記事広告', types: ['機能訴求', '法人', '記事'], weight: 5, opener: 2.4, conversion: 0.5, audience: 'desk', clickCost: 572, cvCost: 0 },
  ],
};

/** The second company's only product. */
export const otherCompanyProduct: DemoProduct = {
  name: '北国はちみつ',
  separation: false,
  evaluation: 3,
  model: 1,
  asps: ['サーチワン'],
  categories: ['リスティング'],
  types: [['価格訴求'], ['新規'], ['テキスト']],
  last: [{ ...BUY, title: '購入完了', amount: { mu: 8.2, sigma: 0.4 } }],
  middle: [],
  crossdomains: [],
  clicks: 400,
  conversionRate: 0.08,
  season: SEASONS.gift,
  growth: 1,
  ads: [
    { name: 'リスティング はちみつ 通販', asp: 'サーチワン', category: 'リスティング', types: ['価格訴求', '新規', 'テキスト'], weight: 3, opener: 1, conversion: 1, audience: 'mixed', clickCost: 99, cvCost: 0 },
    { name: 'リスティング 指名（北国はちみつ）', asp: 'サーチワン', category: 'リスティング', types: ['価格訴求', '新規', 'テキスト'], weight: 2, opener: 0.5, conversion: 2, audience: 'mixed', clickCost: 44, cvCost: 0 },
  ],
};
