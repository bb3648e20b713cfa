import { startApi, type ApiServer } from '../composition/testing/api-server';
import { registerBacklogMetrics } from '../composition/backlog-metrics';
import { onEachDatabase, testDialects } from '../db/testing/databases';
import { systemMeasures } from '../../shared/catalog';

jest.setTimeout(120_000);

const QUERY = '{ systemState { version database measures { key value alarm } } }';

onEachDatabase((dialect) => {
  describe('the state of the installation', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
      // Metrics are registered once per process, for the first database.
      if (dialect === testDialects[0]) registerBacklogMetrics(api.database.db);
    });
    afterAll(() => api.stop());

    it('shows the measures to administrators', async () => {
      const { body } = await api.graphql(QUERY, { token: await api.tokenOf('admin@alpha.example') });
      const { measures, database } = body.data.systemState;
      expect(database).toBe(dialect);
      expect(measures.map(({ key }: { key: string }) => key)).toEqual(systemMeasures.map(({ key }) => key));
      // This process receives no events.
      expect(measures[0]).toEqual({ key: 'append', value: null, alarm: 0.5 });
      if (dialect === testDialects[0])
        expect(measures).toContainEqual({ key: 'postbackLag', value: expect.any(Number), alarm: 300 });
    });

    it.each(['manager', 'analyst', 'agency'])('is closed to the role of %s', async (name) => {
      const token = await api.tokenOf(`${name}@alpha.example`);
      const { body } = await api.graphql(QUERY, { token });
      expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
      expect((await api.rest('/system/', { token })).status).toBe(403);
    });

    it('is closed without a sign-in', async () => {
      const { body } = await api.graphql(QUERY);
      expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
      expect((await api.rest('/system/')).status).toBe(401);
    });
  });
});
