import { startApi, type ApiServer } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { onEachDatabase } from './testing/databases';
import { failAt } from './testing/fail-once';
import { MYSQL_FAULTS, SQLITE_FAULTS, type Fault } from './testing/faults';

jest.setTimeout(120_000);

/** Every third statement of a request fails in turn. */
const STEP = 3;
const MOST = 200;

onEachDatabase((dialect) => {
  const faults: [string, Fault][] = Object.entries(dialect === 'sqlite' ? SQLITE_FAULTS : MYSQL_FAULTS);
  let api: ApiServer;
  let token: string;
  beforeAll(async () => {
    api = await startApi(dialect);
    token = await api.tokenOf('manager@alpha.example');
  });
  afterAll(() => api.stop());

  it.each(faults)('stores an acknowledged setting once and accepts further ones: %s', async (name, fault) => {
    let tried = 0;
    for (let at = 0; at < MOST; at += STEP) {
      const make = (adName: string) =>
        api.rest('/ads/', { token, body: { product_id: api.world.open.product, ad_name: adName } });
      const [one, next] = [`${name} ${at}`, `${name} ${at} next`];
      const { undo, failed } = failAt(at, fault);
      const { status } = await make(one).finally(undo);
      expect((await make(next)).status).toBeLessThan(300);
      const rows = await api.database.db.read<{ ad_name: string }>(
        'SELECT ad_name FROM ad WHERE ad_name IN (?, ?)',
        [one, next],
      );
      const names = rows.map(({ ad_name: name }) => name).sort();
      // After a failure in or after the COMMIT, the setting is stored without acknowledgement.
      if (status < 300) expect(names).toEqual([one, next]);
      else expect([[next], [one, next]]).toContainEqual(names);
      if (!failed()) break;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(2);
  });

  it.each(faults)('a successful sign-in opens the API and can be refreshed: %s', async (_, fault) => {
    let tried = 0;
    for (let at = 0; at < MOST; at += STEP) {
      const { undo, failed } = failAt(at, fault);
      const answer = await api
        .rest('/auth/signin/', { body: { email: 'manager@alpha.example', password: PASSWORD } })
        .finally(undo);
      const session =
        answer.status < 300
          ? answer
          : await api.rest('/auth/signin/', { body: { email: 'manager@alpha.example', password: PASSWORD } });
      expect(session.status).toBe(200);
      expect((await api.rest('/ads/', { token: session.body.access })).status).toBe(200);
      expect((await api.rest('/auth/refresh/', { body: { refresh: session.body.refresh } })).status).toBe(
        200,
      );
      api.clock.now += 60_000;
      if (!failed()) break;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  });
});
