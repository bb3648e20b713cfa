import { parse } from 'csv-parse/sync';
import { parseDateTime } from '../../shared/domain/calendar';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

/** A second before a Tokyo day, its first instant, and the next day's. */
const BEFORE = Date.parse('2026-01-14T23:59:59+09:00');
const FIRST = Date.parse('2026-01-15T00:00:00+09:00');
const NEXT = Date.parse('2026-01-16T00:00:00+09:00');

onEachDatabase((dialect) => {
  describe('rejected event log', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
      await api.database.db.write(async (tx) => {
        await tx.execute('DELETE FROM bad_event');
        for (const [door, reason, time] of [
          ['redirect', 'ad_outside_period', BEFORE],
          ['s2s', 'amount must not exceed 100', FIRST],
          ['collect', 'something new', NEXT],
        ] as const) {
          await tx.execute(
            'INSERT INTO bad_event (product_id, door, reason, text, stored_at) VALUES (?,?,?,?,?)',
            [api.world.open.product, door, reason, '{}', time],
          );
        }
      });
    });
    afterAll(() => api.stop());

    const path = (query: string) => `?product_id=${api.world.open.product}&${query}`;
    const times = async (query: string) =>
      (
        await api.rest(`/logs/refused_events/${path(`sortName=refused_at&sortAsc=true&${query}`)}`, {
          token,
        })
      ).body.results.map((row: Json) => parseDateTime(String(row.refused_at)));
    const file = async (locale: string, query = ''): Promise<string[][]> => {
      const { body } = await api.rest(
        `/logs/refused_events/download/csv/${path(`layout=document&locale=${locale}&columns=refused_at,door,reason&sortName=refused_at&sortAsc=true&${query}`)}`,
        { token },
      );
      return parse(String(body).replace('\uFEFF', '')) as string[][];
    };

    it('limits by time: a day is a Tokyo day, including its first instant', async () => {
      expect(await times('')).toEqual([BEFORE, FIRST, NEXT]);
      expect(await times('time_from=2026-01-15')).toEqual([FIRST, NEXT]);
      expect(await times('time_to=2026-01-15')).toEqual([BEFORE, FIRST]);
      expect(await times('time_from=2026-01-15&time_to=2026-01-15')).toEqual([FIRST]);
      expect(await times(`time_from=${new Date(FIRST + 1).toISOString()}`)).toEqual([NEXT]);
      const { body } = await api.graphql(
        `{ refusedEvents(productId: ${api.world.open.product}, timeFrom: "${new Date(FIRST).toISOString()}") { count } }`,
        { token },
      );
      expect(body.data.refusedEvents.count).toBe(2);
    });

    it.each([
      [
        'ja',
        '受付エラー',
        [
          ['入稿URL', '広告の掲載期間外です'],
          ['サーバー間連携', 'amount は 100 以下で指定してください'],
          ['計測タグ', 'something new'],
        ],
      ],
      [
        'en',
        'Refused events',
        [
          ['Posting URL', 'Outside the ad’s period'],
          ['Server to server', 'amount must not exceed 100'],
          ['Tag', 'something new'],
        ],
      ],
    ] as const)(
      'exports labels in %s, and a reason without a label as stored',
      async (locale, title, rows) => {
        const records = await file(locale);
        expect(records[0]?.[0]).toBe(title);
        expect(records.slice(-3).map((record) => record.slice(1))).toEqual(rows);
        expect(records.slice(-3)[1]?.[0]).toBe('2026/01/15 00:00:00');
      },
    );

    it('names the time column in the file', async () => {
      const records = await file('ja', 'time_from=2026-01-15&time_to=2026-01-15');
      expect(records.find(([name]) => name === '期間')?.[1]).toBe(
        '2026/01/15 00:00:00 〜 2026/01/15 23:59:59',
      );
      expect(records.at(-1)?.[1]).toBe('サーバー間連携');
      expect(records.at(-2)?.[0]).toBe('日時');
    });
  });
});
