import { register } from 'prom-client';
import { openTestDatabase } from '../db/testing/databases';
import { makeShop } from './testing/settings';
import { send, startTracking } from './testing/tracking-server';

it('counts clicks and events by outcome, and the bytes on disk', async () => {
  const test = await openTestDatabase('sqlite');
  const { redirect, product } = await makeShop(test.db);
  const server = await startTracking(test.db);
  await test.db.close();
  await send(server.url, `/r/${redirect.code}`);
  await send(server.url, `/r/${redirect.code}`, { method: 'HEAD' });
  const view = {
    type: 'view',
    product_id: product.id,
    event_id: 'v',
    visitor_id: 'v',
    url: 'https://shop.example/',
  };
  await send(server.url, '/collect', { method: 'POST', body: JSON.stringify([view, 1]) });
  const away = await register.metrics();
  expect(away).toContain('inflow_clicks_total{outcome="recorded"} 1');
  expect(away).toContain('inflow_clicks_total{outcome="passed"} 1');
  expect(away).toContain('inflow_events_total{door="collect",outcome="deferred"} 1');
  expect(away).toContain('inflow_events_total{door="collect",outcome="rejected"} 1');
  expect(away).toMatch(/inflow_spool_waiting_bytes [1-9]/);
  await test.db.connect();
  await server.tracking.drain();
  expect(await register.metrics()).toContain('inflow_spool_waiting_bytes 0');
  await server.stop();
  await test.drop();
});
