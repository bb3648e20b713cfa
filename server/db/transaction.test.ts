import type { Tx } from './database';
import { openTestDatabase, onEachDatabase, type TestDatabase } from './testing/databases';
import { injectFaults, MYSQL_FAULTS, SQLITE_FAULTS, type Fault } from './testing/faults';

jest.setTimeout(60_000);

const add = (id: number) => async (tx: Tx) => {
  await tx.query('SELECT COUNT(*) AS n FROM bad_event');
  await tx.execute("INSERT INTO bad_event (door, reason, text, stored_at) VALUES ('s2s', 'first', ?, 1)", [
    String(id),
  ]);
  await tx.execute("INSERT INTO bad_event (door, reason, text, stored_at) VALUES ('s2s', 'second', ?, 1)", [
    String(id),
  ]);
};

onEachDatabase((dialect) => {
  const faults: Record<string, Fault> = dialect === 'sqlite' ? SQLITE_FAULTS : MYSQL_FAULTS;
  let test: TestDatabase;
  let undo = () => {};
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
  });
  beforeEach(() => test.db.write((tx) => tx.execute('DELETE FROM bad_event')));
  afterEach(() => undo());
  afterAll(() => test.drop());

  const stored = async () =>
    (
      await test.db.read<{ text: string; n: number | string }>(
        'SELECT text, COUNT(*) AS n FROM bad_event GROUP BY text ORDER BY text',
      )
    ).map(({ text, n }) => [Number(text), Number(n)]);

  /** Makes the first matching statement fail once. */
  const failOnce = (fits: RegExp, fault: Fault) => {
    let done = false;
    undo = injectFaults((sql) => {
      if (done || !fits.test(sql)) return undefined;
      done = true;
      return fault;
    });
  };

  const steps = [/^(BEGIN|START)/, /^SELECT COUNT/, /first/, /second/, /^COMMIT/];
  it.each(
    Object.entries(faults).flatMap(([name, fault]) => steps.map((step) => [name, step, fault] as const)),
  )('an acknowledged write is committed, and later ones are stored: %s in %s', async (_, step, fault) => {
    failOnce(step, fault);
    const acknowledged = await test.db.write(add(1)).then(
      () => true,
      () => false,
    );
    for (const id of [2, 3]) await test.db.write(add(id));
    const lostCommit = fault.carriedOut && step.source.includes('COMMIT');
    expect(await stored()).toEqual([...(acknowledged || lostCommit ? [[1, 2]] : []), [2, 2], [3, 2]]);
    expect(await test.db.canWrite()).toBe(true);
  });

  it('retries if another writer stored the key first, several times with parallel writers', async () => {
    const key = (id: number) => (tx: Tx) =>
      tx.execute('INSERT INTO bad_event (id, door, reason, text, stored_at) VALUES (?, ?, ?, ?, 1)', [
        id,
        's2s',
        'key',
        String(id),
      ]);
    const others = dialect === 'sqlite' ? [1] : [1, 2, 3];
    for (const id of others) await test.db.write(key(id));
    let looks = 0;
    await test.db.write((tx) => key((looks += 1))(tx));
    expect(looks).toBe(others.length + 1);
    expect(await stored()).toEqual([...others, looks].map((id) => [id, 1]));
    // A key that always exists is an error of the caller.
    await expect(test.db.write(key(1))).rejects.toThrow();
  });

  it('leaves no open transaction after a failed ROLLBACK', async () => {
    const [fault] = Object.values(faults) as [Fault];
    failOnce(/^ROLLBACK/, fault);
    await expect(
      test.db.write(async (tx) => {
        await add(1)(tx);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    for (const id of [2, 3]) await test.db.write(add(id));
    expect(await stored()).toEqual([
      [2, 2],
      [3, 2],
    ]);
  });

  it('stores nothing of a transaction with a failed statement, even if the error was caught', async () => {
    const [fault] = Object.values(faults) as [Fault];
    failOnce(/second/, { ...fault, rolledBack: true });
    await expect(
      test.db.write(async (tx) => {
        await add(1)(tx).catch(() => undefined);
        await tx
          .execute("INSERT INTO bad_event (door, reason, text, stored_at) VALUES ('s2s', 'third', '1', 1)")
          .catch(() => undefined);
      }),
    ).rejects.toThrow();
    expect(await stored()).toEqual([]);
  });

  it('reports that nothing can be stored, and detects by itself when it can again', async () => {
    const [fault] = Object.values(faults) as [Fault];
    undo = injectFaults((sql) => (/^(INSERT|UPDATE)/.test(sql) ? fault : undefined));
    await expect(test.db.write(add(1))).rejects.toThrow();
    expect(await test.db.canWrite()).toBe(false);
    undo();
    expect(await test.db.canWrite()).toBe(true);
  });

  it('reads the same rows once in one turn of the event loop, if callers share them', async () => {
    const count = (reason: string, shared = true) =>
      test.db.read('SELECT COUNT(*) AS n FROM bad_event WHERE reason = ?', [reason], { shared });
    const [first, same, other, own] = await Promise.all([
      count('first'),
      count('first'),
      count('second'),
      count('first', false),
    ]);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
    expect(own).not.toBe(first);
    await test.db.write(add(1));
    expect((await count('first'))[0]).toMatchObject({ n: 1 });
  });
});
