import type { SettingName } from '../index';

/** Smallest valid input of each entity. */
export const required: Record<SettingName, Record<string, unknown>> = {
  ad: { adName: '広告' },
  asp: { aspName: 'ASP' },
  redirect: { adId: 1, redirectUrl: 'https://lp.example.jp/' },
  cvSetting: { title: '購入', cvType: 1, cvUrl: 'https://shop.example.jp/thanks' },
  crossdomain: { senderName: 'LP', senderDomain: 'lp.example.jp' },
  adCategory: { title: '検索' },
  adType: { sequence: 1, title: '動画' },
  alert: { title: 'CV急減', measure: 'cv_total_final', recipients: 'a@example.jp' },
  customMeasure: { title: 'PV/CV', numerators: 'pv_count', denominator: 'cv_total_final' },
  note: { day: '2026/01/31', noteText: 'キャンペーン開始' },
  company: { divName: '会社' },
  product: { productName: '商品' },
  agency: { agencyName: '代理店' },
  user: { userName: '山田', email: 'a@example.jp', roleType: 2 },
  allocationScenario: { title: '増額' },
  savedView: { title: '媒体別', path: '/analyze/ad-statistics' },
};
