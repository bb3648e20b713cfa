import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { hashSecret } from '../../auth/tokens';
import { parseResetOptions, resetSecondFactor } from './reset-second-factor';
import { createUserWithKey, type CreatedUser, parseUserOptions } from './create-user';

const create = (test: TestDatabase, ...args: string[]): Promise<CreatedUser> =>
  test.db.write((tx) => createUserWithKey(tx, parseUserOptions(['create', ...args]), 'hash'));

onEachDatabase((dialect) => {
  describe('npm run user -- create', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('creates company, product, LAST setting in slot 1 and key in an empty database', async () => {
      const created = await create(
        test,
        '--email',
        'First@Shop.example',
        '--role',
        'ADMIN',
        '--company',
        '株式会社一',
        '--product',
        '茶',
      );
      expect(Object.keys(created)).toEqual([
        'user_id',
        'company_id',
        'product_id',
        'cv_setting_id',
        'api_key',
      ]);
      const settings = await test.db.read('SELECT cv_type, cv_slot, product_id FROM cv_setting');
      expect(settings).toEqual([{ cv_type: 1, cv_slot: 1, product_id: created.product_id }]);
      const [key] = await test.db.read<{ key_hash: string; product_id: number }>(
        'SELECT key_hash, product_id FROM api_key',
      );
      expect(key).toEqual({ key_hash: hashSecret(created.api_key), product_id: created.product_id });
      const trail = await test.db.read(
        'SELECT user_id, user_name, ip, action, entity, label FROM audit_log WHERE company_id = ? ORDER BY id',
        [created.company_id],
      );
      const line = { user_id: null, user_name: 'npm run user', ip: null, action: 'create' };
      expect(trail).toEqual([
        { ...line, entity: 'company', label: '株式会社一' },
        { ...line, entity: 'product', label: '茶' },
        { ...line, entity: 'cvSetting', label: 'CV' },
        { ...line, entity: 'user', label: 'First' },
        { ...line, entity: 'apiKey', label: '初期設定（First@Shop.example）' },
      ]);
    });

    it('finds existing rows by name, or without a name if there is just one', async () => {
      const first = await create(
        test,
        '--email',
        'b@shop.example',
        '--role',
        'MANAGER',
        '--company',
        '株式会社一',
        '--product',
        '茶',
      );
      const second = await create(test, '--email', 'c@shop.example', '--role', 'analyst');
      expect(second).toMatchObject({
        company_id: first.company_id,
        product_id: first.product_id,
        cv_setting_id: first.cv_setting_id,
      });
      const listed = await test.db.read<{ user_id: number }>(
        'SELECT user_id FROM user_product ORDER BY user_id',
      );
      expect(listed.map(({ user_id }) => user_id)).toEqual([first.user_id, second.user_id]);
    });

    it('normalises full-width letters in an address like the user form, also for sign-in', async () => {
      const created = await create(
        test,
        '--email',
        'ｗｉｄｅ＠shop.example',
        '--role',
        'ADMIN',
        '--company',
        '株式会社一',
        '--product',
        '茶',
      );
      expect(
        await test.db.read('SELECT email, email_key FROM app_user WHERE id = ?', [created.user_id]),
      ).toEqual([{ email: 'wide@shop.example', email_key: 'wide@shop.example' }]);
      for (const email of ['a..b@example..com', 'a b@example.com', ''])
        await expect(create(test, '--email', email, '--role', 'ADMIN')).rejects.toThrow(
          '--email: must be an email address',
        );
    });

    it('rejects a taken email in any case of letters and creates nothing', async () => {
      await expect(
        create(test, '--email', 'FIRST@shop.example', '--role', 'ADMIN', '--company', 'New'),
      ).rejects.toThrow('is taken');
      expect(await test.db.read("SELECT id FROM company WHERE div_name = 'New'")).toEqual([]);
    });

    it('requires a company name if there are several', async () => {
      await create(test, '--email', 'd@shop.example', '--role', 'ADMIN', '--company', '株式会社二');
      await expect(create(test, '--email', 'e@shop.example', '--role', 'ADMIN')).rejects.toThrow('--company');
    });

    it('assigns agency users to their agency', async () => {
      const created = await create(
        test,
        '--email',
        'f@shop.example',
        '--role',
        'AGENCY',
        '--agency',
        '代理店',
        '--company',
        '株式会社一',
      );
      const [user] = await test.db.read<{ agency_name: string }>(
        'SELECT a.agency_name FROM app_user u JOIN agency a ON a.id = u.agency_id WHERE u.id = ?',
        [created.user_id],
      );
      expect(user?.agency_name).toBe('代理店');
    });
  });
});

onEachDatabase((dialect) => {
  it('npm run user -- reset-second-factor turns it off for one user, with an audit entry', async () => {
    const test = await openTestDatabase(dialect);
    const reset = (email: string) =>
      test.db.write((tx) =>
        resetSecondFactor(tx, parseResetOptions(['reset-second-factor', '--email', email])),
      );
    const users = [];
    for (const email of ['a@shop.example', 'b@shop.example'])
      users.push(await create(test, '--email', email, '--role', 'ADMIN', '--company', '株式会社一'));
    for (const { user_id } of users)
      await test.db.write(async (tx) => {
        await tx.execute(
          "INSERT INTO second_factor (user_id, sealed_secret, active_since, last_step) VALUES (?, 'x', 1, 1)",
          [user_id],
        );
        await tx.execute("INSERT INTO recovery_code (user_id, code_hash) VALUES (?, 'x')", [user_id]);
        await tx.execute(
          "INSERT INTO passkey (user_id, credential_hash, credential_id, public_key, counter, transports, name, passwordless, created_at) VALUES (?, ?, 'x', 'x', 0, '', 'x', 0, 1)",
          [user_id, String(user_id)],
        );
      });
    await expect(reset('c@shop.example')).rejects.toThrow('no user');
    await reset('A@shop.example ');
    await expect(reset('a@shop.example')).rejects.toThrow('no second factor');
    const [, other] = users;
    for (const table of ['second_factor', 'recovery_code', 'passkey'])
      expect(await test.db.read(`SELECT user_id FROM ${table}`)).toEqual([{ user_id: other?.user_id }]);
    const trail = await test.db.read(
      "SELECT l.user_name, l.label FROM audit_log l JOIN audit_change c ON c.audit_id = l.id WHERE c.field = 'secondFactor'",
    );
    expect(trail).toEqual([{ user_name: 'npm run user', label: 'a' }]);
    await test.drop();
  });
});

describe('command line', () => {
  it.each([[['reset-second-factor']], [['reset-second-factor', '--email', 'a', 'b']]])(
    'rejects %j',
    (args) => {
      expect(() => parseResetOptions(args)).toThrow('Usage');
    },
  );

  it.each([
    ['no verb', ['--email', 'a@b.co', '--role', 'ADMIN'], 'Usage'],
    ['no email', ['create', '--role', 'ADMIN'], '--email'],
    ['no address', ['create', '--email', 'a', '--role', 'ADMIN'], '--email'],
    ['an unknown role', ['create', '--email', 'a@b.co', '--role', 'KING'], '--role'],
    ['an unknown option', ['create', '--email', 'a@b.co', '--role', 'ADMIN', '--x'], '--x'],
    ['an agency user without an agency', ['create', '--email', 'a@b.co', '--role', 'AGENCY'], '--agency'],
    ['an empty name', ['create', '--email', 'a@b.co', '--role', 'ADMIN', '--company', ' '], '--company'],
  ])('rejects %s', (_what, args, named) => {
    expect(() => parseUserOptions(args)).toThrow(named);
  });

  it.each(['--help', '-h'])('prints its usage for %s without an error', (option) => {
    expect(() => parseUserOptions([option])).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^Usage: npm run user /), exitCode: 0 }),
    );
  });
});
