import type { MeasureKey } from '../../catalog';

/** What a measure is called, what it means and how it is computed. (A type, not an interface, so that its leaves are keys.) */
export type MeasureText = {
  label: string;
  /** One sentence for the header's tooltip. */
  definition: string;
  /** In words of other measures; empty where it is a plain count or sum. */
  formula: string;
};

const m = (label: string, definition: string, formula = ''): MeasureText => ({ label, definition, formula });

export const measures: Record<MeasureKey, MeasureText> = {
  adClickCount: m('クリック数', '広告との接触の回数です。接触した日で集計します。'),
  firstTouchCount: m('初回接触数', '流入の最初の接触になった回数です。'),
  pvCount: m('PV数', '接触後の訪問で閲覧されたページ数です。閲覧の間隔が30分以内のものを同じ訪問とみなします。'),
  cvFinal1: m('最終CV1', '最終CVのうち1番目の枠の件数です。直前に接触した広告の成果とします。'),
  cvFinal2: m('最終CV2', '最終CVのうち2番目の枠の件数です。直前に接触した広告の成果とします。'),
  cvFinal3: m('最終CV3', '最終CVのうち3番目の枠の件数です。直前に接触した広告の成果とします。'),
  cvTotalFinal: m('最終CV合計', 'すべての最終CVの件数です。直前に接触した広告の成果とします。', '最終CV1 ＋ 最終CV2 ＋ 最終CV3'),
  cvMiddle1: m('中間CV1', '中間CVのうち1番目の枠の件数です。'),
  cvMiddle2: m('中間CV2', '中間CVのうち2番目の枠の件数です。'),
  cvMiddle3: m('中間CV3', '中間CVのうち3番目の枠の件数です。'),
  cvTotalMiddle: m('中間CV合計', 'すべての中間CVの件数です。', '中間CV1 ＋ 中間CV2 ＋ 中間CV3'),
  cvr: m('CVR', '選択したCV設定の件数をクリック数で割った割合です。選択がなければ最終CVすべてが対象です。', '選択したCV ÷ クリック数'),
  cvrTotal: m('CVR（全体）', '最終CVの合計をクリック数で割った割合です。', '最終CV合計 ÷ クリック数'),
  adCost: m('広告費', 'クリック費用、承認済み成果の費用、期間費用の合計です。', 'クリック費用 ＋ 承認済み成果費用 ＋ 期間費用'),
  adCostUnapproved: m('未承認広告費', '承認待ちの成果にかかる費用です。広告費には含みません。'),
  amountSum: m('売上', '最終CVの売上の合計です。'),
  amountAvg: m('平均売上', '最終CV1件あたりの売上です。', '売上 ÷ 最終CV合計'),
  cpa: m('CPA', '最終CV1件あたりの広告費です。低いほど効率的です。', '広告費 ÷ 最終CV合計'),
  roas: m('ROAS', '広告費に対する売上の割合です。', '売上 ÷ 広告費'),
  profit: m('利益', '売上から広告費を引いた額です。', '売上 − 広告費'),
  roi: m('ROI', '広告費に対する利益の割合です。', '利益 ÷ 広告費'),
  indirectFirst: m('間接効果（初回）', '経路の1番目で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirect2: m('間接効果（2回目）', '経路の2番目で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirect3: m('間接効果（3回目）', '経路の3番目で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirect4: m('間接効果（4回目）', '経路の4番目で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirect5: m('間接効果（5回目）', '経路の5番目で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirect6: m('間接効果（6回目以降）', '経路の6番目以降で接触し、直前の広告ではなかった最終CVの件数です。'),
  indirectTotal: m('間接効果合計', '経路に含まれ、直前の広告ではなかった最終CVの件数です。1件のCVは1回だけ数えます。'),
  indirectRatio: m('間接効果率', '直接・間接あわせたCVに占める間接効果の割合です。', '間接効果合計 ÷（間接効果合計 ＋ 最終CV合計）'),
  indirectCost: m('間接込みCPA', '直接・間接あわせたCV1件あたりの広告費です。', '広告費 ÷（最終CV合計 ＋ 間接効果合計）'),
  adTouch1: m('接触1回', '接触1回で至った最終CVの件数です。'),
  adTouch2: m('接触2回', '接触2回で至った最終CVの件数です。'),
  adTouch3: m('接触3回', '接触3回で至った最終CVの件数です。'),
  adTouch4: m('接触4回', '接触4回で至った最終CVの件数です。'),
  adTouch5: m('接触5回', '接触5回で至った最終CVの件数です。'),
  adTouch6: m('接触6回以上', '接触6回以上で至った最終CVの件数です。'),
  adTouchAvg: m('平均接触回数', '最終CVまでの接触回数の平均です。直接のCVは含みません。'),
  averageLatency: m('平均検討期間', '初回接触から最終CVまでの時間の平均です。直接のCVは含みません。'),
  attrCv: m('再配分CV', '選択したモデルで、最終CVを経路上のすべての接触に配分した件数です。'),
  attrAmount: m('再配分売上', '選択したモデルで、売上を経路上のすべての接触に配分した額です。'),
  attrAvg: m('再配分平均売上', '再配分CV1件あたりの再配分売上です。', '再配分売上 ÷ 再配分CV'),
  attrCpa: m('再配分CPA', '再配分CV1件あたりの広告費です。低いほど効率的です。', '広告費 ÷ 再配分CV'),
  attrRoas: m('再配分ROAS', '広告費に対する再配分売上の割合です。', '再配分売上 ÷ 広告費'),
  attrCvr: m('再配分CVR', '再配分CVをクリック数で割った割合です。', '再配分CV ÷ クリック数'),
  attrProfit: m('再配分利益', '再配分売上から広告費を引いた額です。', '再配分売上 − 広告費'),
};
