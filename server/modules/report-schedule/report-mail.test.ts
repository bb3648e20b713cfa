import { reportMail, type MailedTable } from './report-mail';

const textOf = (table: Omit<MailedTable, 'name' | 'heading' | 'total' | 'count'>): string =>
  reportMail(
    { to: 'a@example.com', locale: 'ja', title: '', link: '', schedules: '', sender: '', forTime: 0, test: false, table: { name: '', heading: [], total: null, count: table.rows.length, ...table } },
    Buffer.from(''),
    'key',
  ).text;

describe('a report as a mail shows it', () => {
  it('tells of months after the acquisition that the first one is 0, and of other figures that there is nothing', () => {
    const text = textOf({
      columns: ['ad', 'customers', 'payback_month', 'forecast_from'], header: ['広告', '獲得顧客数', '回収', '予測開始'],
      rows: [['広告A', 0, 0, 1], ['広告B', 3, null, 0]],
    });
    expect(text).toContain('広告A: 獲得顧客数 -, 回収 0, 予測開始 1\n広告B: 獲得顧客数 3, 回収 -, 予測開始 0\n');
  });

  it('tells of single conversions what the screen lists, whatever else the file holds', () => {
    const text = textOf({
      columns: ['id', 'cv_time', 'cv_slot', 'cv_setting', 'amount', 'ua', 'touches', 'latency', 'path'],
      header: ['ID', 'CV日時', '枠', 'CV設定', '売上', 'ユーザーエージェント', '接触回数', 'CVまでの時間（秒）', '接触経路'],
      rows: [['cv-1', '2026/01/15 12:02:00', 2, '購入', 5000, 'Mozilla/5.0', 2, 120, '広告A > 広告B']],
    });
    expect(text).toContain('\n2026/01/15 12:02:00 / 購入 / 広告A > 広告B: 売上 5,000, 接触回数 2, CVまでの時間（秒） 120\n');
  });
});
