import { decodeJwt } from 'jose';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { DownloadTickets } from './download-tickets';
import { loadActor } from './load-actor';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('download ticket', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const issued = async () => {
      const { db } = api.database;
      const { sub, fam } = decodeJwt(await api.tokenOf('admin@alpha.example'));
      const actor = await loadActor(db, { userId: Number(sub), family: String(fam) }, Date.now());
      const tickets = new DownloadTickets(db, 'a secret of an installation, long enough');
      return { tickets, token: await tickets.issue(actor!, { path: '/ads/', parameters: {} }) };
    };

    it('works once, even for simultaneous requests', async () => {
      const { tickets, token } = await issued();
      const opened = await Promise.all(Array.from({ length: 5 }, () => tickets.redeem(token)));
      expect(opened.filter((one) => one !== null)).toMatchObject([
        { ticket: { path: '/ads/', parameters: {} } },
      ]);
    });

    it("recognises a used ticket in one transaction, so reuse can't delay other writers", async () => {
      const { tickets, token } = await issued();
      expect(await tickets.redeem(token)).not.toBeNull();
      const { db } = api.database;
      const write = db.write.bind(db);
      let looks = 0;
      jest.spyOn(db, 'write').mockImplementation((work) => write((tx) => ((looks += 1), work(tx))));
      expect(await tickets.redeem(token)).toBeNull();
      expect(looks).toBe(1);
    });
  });
});
