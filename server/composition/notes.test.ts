import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const PATH = '/notes/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('notes', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const note = (more: object = {}) => ({
      product_id: api.world.open.product,
      day: '2026/03/01',
      note_text: 'キャンペーン開始',
      ...more,
    });

    it('ignores an author in the request', async () => {
      const { status, body } = await call('POST', ANALYST, PATH, note({ author_id: 1 }));
      const { body: me } = await call('GET', ANALYST, '/users/me/');
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          ...note(),
          author_id: me.profile.user_id,
          author: me.profile.user_name,
          version: 1,
        }),
      ]);
      const { body: read } = await api.graphql(
        `{ note(id: ${body.id}) { day noteText authorId author { label } } }`,
        { token: await api.tokenOf(MANAGER) },
      );
      expect(read.data.note).toEqual({
        day: '2026-03-01',
        noteText: 'キャンペーン開始',
        authorId: me.profile.user_id,
        author: { label: me.profile.user_name },
      });
    });

    it('lists the newest day first', async () => {
      for (const day of ['2025/12/31', '2026/04/01', '2026/02/01'])
        await call('POST', MANAGER, PATH, note({ day, note_text: `${day}のこと` }));
      const { body } = await call('GET', ANALYST, `${PATH}?product_id=${api.world.open.product}`);
      const days = body.results.map(({ day }: { day: string }) => day);
      expect(days).toEqual([...days].sort().reverse());
      // The notes of this test, and the world's own.
      expect(days).toHaveLength(5);
      const { body: listed } = await call(
        'GET',
        ANALYST,
        `${PATH}?product_id=${api.world.open.product}&keyword=${encodeURIComponent('2026/02')}`,
      );
      expect(listed.count).toBe(1);
    });

    it('lets only the author and an ADMIN change or delete a note', async () => {
      const { body } = await call('POST', ANALYST, PATH, note({ note_text: 'タグ停止' }));
      const path = `${PATH}${body.id}/`;
      expect((await call('PUT', MANAGER, path, note({ note_text: '別の人' }))).status).toBe(403);
      expect((await call('DELETE', MANAGER, path)).status).toBe(403);
      expect((await call('PUT', STRANGER, path, note())).status).toBe(404);
      expect(
        (await call('PUT', ANALYST, path, note({ note_text: 'タグ停止（15時まで）' }))).body.note_text,
      ).toBe('タグ停止（15時まで）');
      expect((await call('PUT', ADMIN, path, note({ note_text: 'タグ停止', version: 1 }))).status).toBe(409);
      expect(
        (await call('PUT', ADMIN, path, note({ note_text: 'タグ停止', version: 2 }))).body,
      ).toMatchObject({ note_text: 'タグ停止', author_id: body.author_id });
      const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=note&page_size=100');
      expect(
        trail.results
          .filter(({ entity_id: id }: { entity_id: number }) => id === body.id)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['create', 'update', 'update']);
      expect((await call('DELETE', ANALYST, path)).status).toBe(204);
      expect((await call('DELETE', ANALYST, path)).status).toBe(404);
    });

    it('hides notes from agencies', async () => {
      expect((await call('GET', AGENCY, `${PATH}?product_id=${api.world.open.product}`)).status).toBe(403);
      expect((await call('POST', AGENCY, PATH, note())).status).toBe(403);
    });

    it('adds notes to time series files only if their column is selected', async () => {
      const token = await api.tokenOf(MANAGER);
      const file = async (query: string, email = MANAGER): Promise<[number, string]> => {
        const { status, body } = await api.rest(`/analyses/${query}&product_id=${api.world.open.product}`, {
          token: email === MANAGER ? token : await api.tokenOf(email),
        });
        return [status, String(body)];
      };
      const days = 'time_series/download/csv/?date_from=2026/03/31&date_to=2026/04/02&unit=day';
      expect((await file(days))[1]).not.toContain('notes');
      expect((await file(`${days}&columns=period,notes,ad_click_count`))[1]).toBe(
        'period,notes,ad_click_count\r\n2026/03/31,,0\r\n2026/04/01,2026/04/01のこと,0\r\n2026/04/02,,0\r\n',
      );
      const [, months] = await file(
        'time_series/download/csv/?date_from=2026/03/31&date_to=2026/04/30&unit=month&columns=period,notes',
      );
      // Of March, only its last day is in the period.
      expect(months).toBe('period,notes\r\n202603,\r\n202604,4/1 2026/04/01のこと\r\n');
      const [, weeks] = await file(
        'time_series/download/csv/?date_from=2026/03/30&date_to=2026/04/05&unit=week&columns=period,notes',
      );
      expect(weeks).toBe('period,notes\r\n2026/03/30,4/1 2026/04/01のこと\r\n');
      const [, filed] = await file(`${days}&columns=period,notes,ad_click_count&layout=document&locale=ja`);
      expect(filed).toContain('期間,日付のメモ,クリック数');
      expect(
        (
          await file(
            'transitions/download/csv/?date_from=2026/04/01&date_to=2026/04/30&columns=acquisition_month,notes',
          )
        )[0],
      ).toBe(200);
      expect((await file('ad_summaries/download/csv/?columns=ad,notes'))[0]).toBe(400);
      expect((await file(`${days}&columns=period,notes`, AGENCY))[0]).toBe(400);
    });

    it.each([
      [{ day: '' }, 'day'],
      [{ day: '2026/02/30' }, 'day'],
      [{ note_text: ' ' }, 'note_text'],
      [{ note_text: 'あ'.repeat(501) }, 'note_text'],
    ])('rejects %p and names the field', async (more, field) => {
      const { status, body } = await call('POST', MANAGER, PATH, note(more));
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });

    it('requires a sign-in and a visible product', async () => {
      expect((await call('GET', null)).status).toBe(401);
      expect((await call('POST', null, PATH, note())).status).toBe(401);
      expect((await call('POST', MANAGER, PATH, note({ product_id: api.world.closed.product }))).status).toBe(
        403,
      );
      expect((await call('POST', ADMIN, PATH, note({ product_id: api.world.foreign.product }))).status).toBe(
        403,
      );
    });
  });
});
