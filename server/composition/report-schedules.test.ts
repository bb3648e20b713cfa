import { onEachDatabase } from '../db/testing/databases';
import { callers } from './testing/endpoints';
import {
  clearSchedules,
  scheduleCalls,
  startScheduleServer,
  stopScheduleServer,
  type ScheduleServer,
} from './testing/report-schedule-server';

jest.setTimeout(180_000);

const PATH = '/report-schedules/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('report schedules', () => {
    let server: ScheduleServer;
    let api: ScheduleServer['api'];
    let smtp: ScheduleServer['smtp'];
    let view: ScheduleServer['view'];
    let admin: number;
    let others: ScheduleServer['others'];
    beforeAll(async () => {
      server = await startScheduleServer(dialect);
      ({ api, smtp, view, admin, others } = server);
    });
    afterAll(() => stopScheduleServer(server));
    beforeEach(() => clearSchedules(server));
    const { call, viewOf, schedule, make, morning, deliver, due, one } = scheduleCalls(() => server);

    it('belong to their owner; an ADMIN can see, pause and delete others’', async () => {
      const { id } = await make({ recipients: [others.manager] }, MANAGER);
      const path = `${PATH}${id}/`;
      for (const email of [ANALYST, AGENCY, STRANGER]) {
        expect((await call('GET', email)).body.results).toEqual([]);
        for (const [method, at] of [
          ['PATCH', path],
          ['DELETE', path],
          ['GET', `${path}deliveries/`],
        ] as const)
          expect([
            email,
            method,
            (await call(method, email, at, method === 'PATCH' ? { hour: 1 } : undefined)).status,
          ]).toEqual([email, method, 404]);
      }
      expect((await one(id)).own).toBe(false);
      for (const change of [{ hour: 1 }, { paused: false }, { paused: true, recipients: [admin] }])
        expect((await call('PATCH', ADMIN, path, change)).status).toBe(403);
      expect((await call('PATCH', ADMIN, path, { paused: true })).body).toMatchObject({
        paused: true,
        paused_reason: 'byHand',
        version: 2,
      });
      expect((await call('PATCH', MANAGER, path, { hour: 7, version: 1 })).status).toBe(409);
      expect(
        (await call('PATCH', MANAGER, path, { every: 'week', weekday: 1, hour: 7, paused: false })).body,
      ).toMatchObject({ every: 'week', weekday: 1, hour: 7, paused: false });
      const twice = await call('POST', MANAGER, PATH, schedule({ recipients: [others.manager] }));
      expect([twice.status, Object.keys(twice.body.errors)]).toEqual([409, ['view_id']]);
      const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=reportSchedule&page_size=100');
      expect(
        trail.results
          .filter(({ entity_id: of }: { entity_id: number }) => of === id)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['create', 'update', 'update']);
      expect((await call('DELETE', ADMIN, path)).status).toBe(204);
      expect((await call('DELETE', MANAGER, path)).status).toBe(404);
    });

    it('accept only recipients with access to the product’s reports', async () => {
      const names = async (email: string) =>
        (await call('GET', email, `${PATH}recipients/?product_id=${api.world.open.product}`)).body.results
          .map(({ id }: { id: number }) => id)
          .sort();
      const people = [admin, others.manager, others.analyst].sort();
      expect([await names(ADMIN), await names(ANALYST), await names(AGENCY)]).toEqual([
        people,
        people,
        [others.agency],
      ]);
      for (const [email, product] of [
        [ADMIN, api.world.foreign.product],
        [MANAGER, api.world.closed.product],
        [STRANGER, api.world.open.product],
      ] as const)
        expect((await call('GET', email, `${PATH}recipients/?product_id=${product}`)).status).toBe(403);
      for (const wrong of [others.agency, api.world.foreign.user, 987_654]) {
        const refused = await call('POST', ADMIN, PATH, schedule({ recipients: [admin, wrong] }));
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['recipients']]);
      }
    });

    it('require a sign-in and an accessible report view', async () => {
      for (const [method, path] of [
        ['GET', PATH],
        ['GET', `${PATH}recipients/?product_id=1`],
        ['POST', PATH],
        ['PATCH', `${PATH}1/`],
        ['DELETE', `${PATH}1/`],
        ['POST', '/saved-views/1/send/'],
        ['GET', '/saved-views/1/tests/'],
        ['GET', `${PATH}1/deliveries/`],
      ] as const) {
        expect([
          path,
          (await call(method, null, path, method === 'POST' || method === 'PATCH' ? schedule() : undefined))
            .status,
        ]).toEqual([path, 401]);
      }
      for (const email of [AGENCY, STRANGER])
        expect((await call('POST', email, PATH, schedule())).status).toBe(404);
      const list = (
        await call(
          'POST',
          ADMIN,
          '/saved-views/',
          viewOf({ path: '/log/cv', report: null, report_query: null }),
        )
      ).body;
      const refused = await call('POST', ADMIN, PATH, schedule({ view_id: list.id }));
      expect([
        refused.status,
        Object.keys(refused.body.errors),
        (await call('POST', ADMIN, `/saved-views/${list.id}/send/`)).status,
      ]).toEqual([400, ['view_id'], 400]);
    });

    it('are counted per view, for all owners', async () => {
      const count = async (email: string) =>
        (await call('GET', email, '/saved-views/')).body.results.find(
          (one: { id: number }) => one.id === view.id,
        ).schedule_count;
      await make();
      await make({ recipients: [others.manager] }, MANAGER);
      expect([await count(ADMIN), await count(ANALYST)]).toEqual([2, 2]);
    });

    it('store the reason of a pause', async () => {
      const { id } = await make();
      await api.database.db.write((tx) =>
        tx.execute(
          "UPDATE report_schedule SET paused_reason = 'ownerLostRight', next_at = NULL WHERE id = ?",
          [id],
        ),
      );
      await call('PATCH', ADMIN, `${PATH}${id}/`, { hour: 10, paused: true });
      expect(await one(id)).toMatchObject({ paused: true, paused_reason: 'ownerLostRight', hour: 10 });
      await call('PATCH', ADMIN, `${PATH}${id}/`, { paused: false });
      expect(await one(id)).toMatchObject({ paused: false, paused_reason: null });
    });

    it('are deleted with their view', async () => {
      const own = (await call('POST', MANAGER, '/saved-views/', viewOf({ shared: false }))).body;
      const { id } = (
        await call('POST', MANAGER, PATH, schedule({ view_id: own.id, recipients: [others.manager] }))
      ).body;
      await due(id);
      expect((await call('DELETE', MANAGER, `/saved-views/${own.id}/`)).status).toBe(204);
      expect(await one(id)).toBeUndefined();
      await deliver(morning);
      expect(smtp.mails).toEqual([]);
    });

    it.each([
      ['view_id', null, 400],
      ['view_id', {}, 400],
      ['every', 'hour', 400],
      ['every', null, 400],
      ['hour', 24, 400],
      ['hour', null, 400],
      ['hour', 1.5, 400],
      ['recipients', [], 400],
      ['recipients', Array.from({ length: 51 }, (_, n) => n + 1), 400],
    ])('reject %s %j by name', async (name, value, expected) => {
      const { status, body } = await call('POST', ADMIN, PATH, schedule({ [name]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([expected, [name]]);
    });

    it.each([
      ['week', 'weekday', 7],
      ['week', 'weekday', null],
      ['month', 'day_of_month', 0],
      ['month', 'day_of_month', 32],
      ['month', 'day_of_month', null],
    ])('with a %s reject %s %j', async (every, name, value) => {
      const { status, body } = await call('POST', ADMIN, PATH, schedule({ every, [name]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [name]]);
    });
  });
});
