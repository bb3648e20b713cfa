import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { addDays, dayOf } from '../../shared/domain/calendar';
import { onEachDatabase } from '../db/testing/databases';
import { DAY_MS, alertFixture } from './testing/alert-fixture';

jest.setTimeout(180_000);

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

onEachDatabase((dialect) => {
  describe('messages of alerts', () => {
    const fixture = alertFixture(dialect);
    const { clicks, call, createAlert, watch, deliver, history } = fixture;

    it('are mailed to each address, in the language of the alert', async () => {
      await createAlert({
        channel: 1,
        recipients: 'a@example.jp, b@example.jp',
        webhook_url: null,
        locale: 'zh-CN',
      });
      await watch();
      await Promise.all([deliver(), deliver()]);
      await deliver();
      expect(fixture.smtp.mails.map(({ to }) => to.join()).sort()).toEqual([
        expect.stringContaining('a@example.jp'),
        expect.stringContaining('b@example.jp'),
      ]);
      expect(fixture.smtp.mails[0]!.headers.subject).toContain('预警');
      expect(fixture.hook.received).toEqual([]);
    });

    it('never call a private address outside the allow list, are retried, and report why', async () => {
      const id = await createAlert();
      await watch();
      await deliver([]);
      expect(fixture.hook.received).toEqual([]);
      expect((await history(id)).told).toEqual([
        expect.objectContaining({
          outcome: 'waiting',
          reason: 'REFUSED_ADDRESS',
          attempts: 1,
          next_at: '2026/03/18 12:00:10',
        }),
      ]);
      fixture.clock.now += 10_000;
      fixture.hook.behave(500);
      await deliver();
      expect((await history(id)).told).toEqual([
        expect.objectContaining({
          outcome: 'waiting',
          reason: 'HTTP 500',
          attempts: 2,
          next_at: '2026/03/18 12:01:10',
        }),
      ]);
      fixture.clock.now += 60_000;
      await deliver();
      expect((await history(id)).told).toEqual([
        expect.objectContaining({ outcome: 'failed', reason: 'HTTP 500', attempts: 3, next_at: null }),
      ]);
      fixture.clock.now += DAY_MS / 2;
      await deliver();
      expect(fixture.hook.received).toHaveLength(2);
    });

    it('are not sent again if they may have arrived', async () => {
      const id = await createAlert();
      await watch();
      fixture.hook.behave('hang up');
      await deliver();
      fixture.hook.behave(200);
      fixture.clock.now += 3_600_000;
      await deliver();
      expect([fixture.hook.received.length, (await history(id)).told[0].outcome]).toEqual([1, 'doubtful']);
    });

    it('are withheld from removed receivers', async () => {
      const id = await createAlert();
      await watch();
      const { body } = await call('GET', `/alerts/${id}/`);
      expect(
        (await call('PUT', `/alerts/${id}/`, { ...body, webhook_url: `${fixture.hook.url}/other` })).status,
      ).toBe(200);
      await deliver();
      expect([fixture.hook.received.length, (await history(id)).told[0].outcome]).toEqual([0, 'withheld']);
      expect((await call('DELETE', `/alerts/${id}/`)).status).toBe(204);
      expect(await fixture.api.database.db.read('SELECT id FROM alert_firing')).toEqual([]);
    });

    it('are never sent twice, even if workers are killed', async () => {
      const real = Date.now();
      await clicks((_ad, back) => (back === 0 ? 10 : 100), 63, addDays(dayOf(real), -1));
      const ids: number[] = [];
      for (let n = 0; n < 30; n += 1)
        ids.push(await createAlert({ title: `A${n}`, hour: 0, webhook_url: `${fixture.hook.url}/${n}` }));
      const start = (): ChildProcess =>
        spawn(
          process.execPath,
          ['--import', 'tsx', resolve(__dirname, 'testing/watch-process.ts'), fixture.api.database.url],
          { stdio: 'ignore' },
        );
      const workers = [start(), start()];
      const rows = () =>
        fixture.api.database.db.read<{ id: string; outcome: string | null }>(
          'SELECT id, outcome FROM delivery',
        );
      try {
        const until = async (enough: () => Promise<boolean> | boolean) => {
          for (const deadline = Date.now() + 90_000; !(await enough());) {
            if (Date.now() > deadline) throw new Error('the alerts did not get so far');
            await pause(10);
          }
        };
        for (const kill of [0, 1]) {
          await until(() => fixture.hook.received.length > 4 + 8 * kill);
          workers[kill]?.kill('SIGKILL');
          workers[kill] = start();
        }
        await until(async () => {
          const all = await rows();
          return all.length === 30 && all.every(({ outcome }) => outcome !== null);
        });
      } finally {
        workers.forEach((worker) => worker.kill('SIGKILL'));
      }
      const paths = fixture.hook.received.map(({ path }) => path);
      expect(paths.length).toBe(new Set(paths).size);
      expect(await fixture.api.database.db.read('SELECT alert_id FROM alert_firing')).toHaveLength(30);
      const outcomes = (await rows()).map(({ outcome }) => outcome);
      expect(
        outcomes.filter((outcome) => outcome === 'sent').length +
          outcomes.filter((outcome) => outcome === 'doubtful').length,
      ).toBe(30);
      expect(paths.length).toBeGreaterThanOrEqual(outcomes.filter((outcome) => outcome === 'sent').length);
    });
  });
});
