/** The ad effect report. */
export const effect = {
  lead: '新規顧客を獲得した月と広告ごとに、その後の購入と広告費の回収を追います。',
  measure: '指標',
  measures: {
    cv: 'CV数',
    customers: '顧客数',
    amount: '売上',
    amount_cumulative: '累計売上',
    roas_cumulative: '累計ROAS',
  },
  columns: {
    acquisitionMonth: '獲得月',
    customers: '獲得顧客数',
    cost: '獲得月の広告費',
    payback: '回収月',
    forecastFrom: '予測開始（獲得後の月数）',
    month: '{{measure}} {{month}}か月後',
  },
};
