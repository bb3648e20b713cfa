import { connect, createServer, type Server, type Socket } from 'node:net';
import { productDatabase } from '../composition/open-database';
import { parseDatabaseUrl } from '../config/config';
import type { NodeChange } from './engines/cluster-nodes';
import type { Database } from './database';
import { openTestDatabase, testDialects, type TestDatabase } from './testing/databases';

jest.setTimeout(60_000);

/** Address in front of a server that can be closed and frozen. */
class Gate {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  constructor(private readonly target: number) {}

  async open(): Promise<void> {
    this.server = createServer((from) => {
      const to = connect(this.target, '127.0.0.1');
      for (const [socket, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy());
        socket.on('close', () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    const address = this.server.address();
    if (typeof address === 'object' && address) this.port = address.port;
  }

  close(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
    this.server?.removeAllListeners('connection');
  }
}

// The embedded database has no nodes.
(testDialects.includes('mysql') ? describe : describe.skip)('the nodes of DATABASE_URL', () => {
  let test: TestDatabase;
  let gates: Gate[];
  let db: Database;
  let changes: NodeChange[];
  const bump = () => db.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
  const nodeOf = ({ port }: Gate): string => `127.0.0.1:${port}`;

  beforeAll(async () => {
    test = await openTestDatabase('mysql');
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    const { port } = new URL(test.url);
    gates = [new Gate(Number(port)), new Gate(Number(port))];
    for (const gate of gates) await gate.open();
    const target = parseDatabaseUrl(test.url);
    if (target.kind !== 'mysql') throw new Error('A server is tested');
    db = productDatabase(
      { ...target, hosts: gates.map(({ port: at }) => ({ host: '127.0.0.1', port: at })) },
      { writeLimitMs: 6000, onNode: (change) => changes.push(change) },
    );
    changes = [];
    await db.connect();
    expect(changes).toEqual([{ node: nodeOf(gates[0]!), reason: expect.stringContaining('node 1: good') }]);
    changes = [];
  });
  afterEach(async () => {
    for (const gate of gates) gate.close();
    await db.close();
  });

  it('are changed without an error when one refuses connections', async () => {
    await bump();
    gates[0]?.close();
    await Promise.all([bump(), db.read('SELECT revision FROM setting_revision')]);
    expect(changes).toEqual([{ node: nodeOf(gates[1]!), left: nodeOf(gates[0]!), reason: 'not reachable' }]);
    expect([db.fault, await db.canWrite()]).toEqual([undefined, true]);
  });

  it('are changed within seconds when one stops answering', async () => {
    await bump();
    gates[0]?.freeze();
    const start = performance.now();
    await Promise.all([bump(), db.read('SELECT revision FROM setting_revision')]);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(changes.map(({ reason }) => reason)).toEqual(['does not answer']);
  });

  it('are named with their faults when none can be used, and used again', async () => {
    for (const gate of gates) gate.close();
    await expect(bump()).rejects.toThrow();
    await expect(bump()).rejects.toThrow('node 1: not reachable; node 2: not reachable');
    expect([db.fault, await db.canWrite()]).toEqual(['node 1: not reachable; node 2: not reachable', false]);
    await gates[1]?.open();
    await bump();
    expect(await db.canWrite()).toBe(true);
  });

  it('abort a statement of a write at its limit', async () => {
    const start = performance.now();
    await expect(db.write((tx) => tx.query('SELECT SLEEP(20)'))).rejects.toThrow('does not answer');
    expect(performance.now() - start).toBeLessThan(9000);
    await bump();
  });
});
