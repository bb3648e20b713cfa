import { actorOf, makeWorld, type World } from '../../analysis/testing/world';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { settingService } from '../../records/setting-list';
import { redirects } from '../redirect/redirect.setting';
import { ads } from './ad.setting';

const urls = { trackerUrl: 'https://t.example' };

onEachDatabase((dialect) => {
  describe('parameters in posting URLs', () => {
    let test: TestDatabase;
    let world: World;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      world = await makeWorld(test.db);
      await test.db.write(async (tx) => {
        await tx.execute("UPDATE asp SET a_key1_flag = 1, a_key1 = '{asp}'");
        await tx.execute("UPDATE ad SET a_key1_flag = 1, a_key1 = '{ad}', redirect_flag = 1");
      });
    });
    afterAll(() => test.drop());

    it.each([
      ['an ad network and the flag', true, 1, 'ad'],
      ['an ad network without the flag', true, 0, 'asp'],
      ['no ad network, with the flag', false, 1, 'ad'],
      ['no ad network, without the flag', false, 0, 'ad'],
    ] as const)('are the effective ones of an ad with %s', async (_name, hasAsp, flag, whose) => {
      const [adId, redirectId] = [world.ads[0], world.redirects[0]];
      const settings = [hasAsp ? world.asps[0] : null, flag, adId];
      await test.db.write((tx) =>
        tx.execute(
          'UPDATE ad SET asp_id = ?, use_params_individually_setting = ? WHERE id = ?',
          settings as number[],
        ),
      );
      const read = [
        settingService(test.db, ads, urls).get(actorOf(world), adId as number),
        settingService(test.db, redirects, urls).get(actorOf(world), redirectId as number),
      ];
      for (const row of await Promise.all(read))
        expect(row).toHaveProperty(
          'submittionUrl',
          expect.stringMatching(new RegExp(`\\?a_key1=\\{${whose}\\}$`)),
        );
    });
  });
});
