import type { Locale } from '../../../shared/i18n/messages';
import { reportMail, type MailedTable } from './report-mail';

const mailOf = (table: Omit<MailedTable, 'name' | 'heading' | 'total' | 'count'>, locale: Locale = 'ja') =>
  reportMail(
    {
      to: 'a@example.com',
      locale,
      title: '',
      link: '',
      schedules: '',
      sender: '',
      forTime: 0,
      test: false,
      table: { name: '', heading: [], total: null, count: table.rows.length, ...table },
    },
    Buffer.from(''),
    'key',
  );
const textOf = (table: Parameters<typeof mailOf>[0]): string => mailOf(table).text;

describe('report mails', () => {
  it('show month 0 after acquisition as 0, and other zero values as a dash', () => {
    const text = textOf({
      columns: ['ad', 'customers', 'payback_month', 'forecast_from'],
      header: ['広告', '獲得顧客数', '回収', '予測開始'],
      rows: [
        ['広告A', 0, 0, 1],
        ['広告B', 3, null, 0],
      ],
    });
    expect(text).toContain(
      '広告A: 獲得顧客数 -, 回収 0, 予測開始 1\n広告B: 獲得顧客数 3, 回収 -, 予測開始 0\n',
    );
  });

  it.each<[Locale, string, string]>([
    [
      'ja',
      '獲得後の各月は、全13か月のうち獲得した月から3か月分を表示しています。',
      '獲得した月から1か月分を表示',
    ],
    ['en', 'The first 3 of 13 months since acquisition.', 'The first 1 of 13 months'],
    ['zh-CN', '获客后各月共13个月，显示自获客当月起的3个月。', '显示自获客当月起的1个月'],
  ])('state the number of displayed months before the note on the attachment: %s', (locale, html, text) => {
    const months = Array.from({ length: 13 }, (_, month) => `month_${month}`);
    const columns = [
      'ad',
      'customers',
      'cost',
      'payback_month',
      ...months.flatMap((name) => (name === 'month_12' ? [name, `${name}_error`] : [name])),
    ];
    const mail = mailOf(
      { columns, header: columns, rows: [columns.map((_, index) => (index === 0 ? '広告A' : index))] },
      locale,
    );
    expect(mail.html).toContain(html);
    expect(mail.text).toContain(text);
    expect(mail.text.indexOf(text)).toBeLessThan(mail.text.indexOf('CSV'));
    // The months have their own note, and all other columns are shown.
    expect(mail.html).not.toMatch(/項目は省略|left out|项已省略/);
  });

  it('show all values of a column with the same decimals, as screens do', () => {
    const text = textOf({
      columns: ['ad', 'attr_cv', 'clicks'],
      header: ['広告', '再配分CV', 'クリック数'],
      rows: [
        ['広告A', 18.7, 1200],
        ['広告B', 14, 3],
        ['広告C', 0, 0],
      ],
    });
    expect(text).toContain(
      '広告A: 再配分CV 18.70, クリック数 1,200\n広告B: 再配分CV 14.00, クリック数 3\n広告C: 再配分CV -, クリック数 -\n',
    );
  });

  it('state the number of omitted columns, in both parts', () => {
    const columns = ['ad', ...Array.from({ length: 8 }, (_, index) => `figure_${index}`)];
    const mail = mailOf({
      columns,
      header: columns,
      rows: [columns.map((_, index) => (index === 0 ? '広告A' : index))],
    });
    expect(mail.html).toContain('ほか2項目は省略しています。');
    expect(mail.text).toContain('ほか4項目は省略しています。');
  });

  it('list single conversions with the columns of the screen, whatever else the file contains', () => {
    const text = textOf({
      columns: ['id', 'cv_time', 'cv_slot', 'cv_setting', 'amount', 'ua', 'touches', 'latency', 'path'],
      header: [
        'ID',
        'CV日時',
        '枠',
        'CV設定',
        '売上',
        'ユーザーエージェント',
        '接触回数',
        'CVまでの時間（秒）',
        '接触経路',
      ],
      rows: [['cv-1', '2026/01/15 12:02:00', 2, '購入', 5000, 'Mozilla/5.0', 2, 120, '広告A > 広告B']],
    });
    expect(text).toContain(
      '\n2026/01/15 12:02:00 / 購入 / 広告A > 広告B: 売上 5,000, 接触回数 2, CVまでの時間（秒） 120\n',
    );
  });
});
