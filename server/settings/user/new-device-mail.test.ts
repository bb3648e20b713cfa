import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { onEachDatabase } from '../../db/testing/databases';
import { runQueue } from '../../jobs/queue-loop';
import { deliveryQueue } from '../../mail/delivery-queue';
import type { Mail, Mailer } from '../../mail/mailer';
import { newDeviceDelivery } from './new-device-mail';

jest.setTimeout(60_000);

const DAY = 24 * 3_600_000;
const EMAIL = 'analyst@alpha.example';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const NEWER_CHROME = CHROME.replace('140', '141');
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0';

onEachDatabase((dialect) => {
  describe('mails about sign-ins from a new device', () => {
    let api: ApiServer;
    let mails: Mail[];
    beforeEach(async () => {
      mails = [];
      api = await startApi(dialect, { now: Date.parse('2026-03-01T01:02:03Z') });
    });
    afterEach(() => api.stop());

    const signIn = async (ua: string, language = 'ja'): Promise<number> =>
      (
        await api.rest('/auth/signin/', {
          body: { email: EMAIL, password: PASSWORD },
          headers: { 'user-agent': ua, 'accept-language': language },
        })
      ).status;
    const collect: Mailer = async (mail) => void mails.push(mail);
    const deliver = (mailer: Mailer | null = collect) =>
      runQueue(
        api.database.db,
        deliveryQueue([newDeviceDelivery({ mailer, publicUrl: 'https://c.example' })], {
          now: () => api.clock.now,
        }),
        {
          stopping: () => false,
          onError: (error) => {
            throw error;
          },
        },
        { now: () => api.clock.now, random: () => 0 },
      );
    const sentAfter = async (ua: string): Promise<number> => {
      const before = mails.length;
      expect(await signIn(ua)).toBe(200);
      await deliver();
      return mails.length - before;
    };

    it('name time, device, address and the page that ends it, in the language of the user', async () => {
      expect([await sentAfter(CHROME), await sentAfter(NEWER_CHROME), await sentAfter(FIREFOX)]).toEqual([
        0, 0, 1,
      ]);
      const link = `https://c.example/config/user/${api.world.users.analyst}`;
      expect(mails[0]).toMatchObject({
        to: EMAIL,
        subject: '【Inflow Console】新しい端末からのサインイン',
        link,
      });
      for (const part of ['2026/03/01 10:02:03', 'Firefox / macOS', '127.0.0.1', link])
        expect(mails[0]?.text).toContain(part);
      await signIn('curl/8.5.0', 'en');
      await deliver();
      expect(mails[1]?.subject).toBe('[Inflow Console] Sign-in from a new device');
    });

    it('are sent again after 90 days without the device, though its tokens are long deleted', async () => {
      await signIn(CHROME);
      expect(await sentAfter(FIREFOX)).toBe(1);
      api.clock.now += 40 * DAY;
      expect(await sentAfter(FIREFOX)).toBe(0);
      expect(await sentAfter(CHROME)).toBe(0);
      api.clock.now += 91 * DAY;
      expect(await sentAfter(CHROME)).toBe(1);
    });

    it('are sent once for parallel sign-ins', async () => {
      await signIn(CHROME);
      api.clock.now += 1000;
      expect(await Promise.all([1, 2, 3, 4].map(() => signIn(FIREFOX)))).toEqual([200, 200, 200, 200]);
      await deliver();
      expect(mails).toHaveLength(1);
    });

    it.each<[string, string, Mailer | null]>([
      ['without a mail server', 'noSmtp', null],
      ['to a deactivated user', 'recipientGone', collect],
    ])('are withheld %s', async (_name, reason, mailer) => {
      await signIn(CHROME);
      await signIn(FIREFOX);
      await api.database.db.write((tx) =>
        tx.execute('UPDATE app_user SET status = ? WHERE id = ?', [mailer ? 0 : 1, api.world.users.analyst]),
      );
      await deliver(mailer);
      expect(await api.database.db.read('SELECT outcome, reason FROM delivery')).toEqual([
        { outcome: 'withheld', reason },
      ]);
      expect(mails).toEqual([]);
    });
  });
});
