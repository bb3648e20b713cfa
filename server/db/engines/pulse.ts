import { createConnection, type Connection, type ConnectionOptions } from 'mysql2/promise';
import { DatabaseAwayError } from '../transient-error';

const EVERY_MS = 1000;
/** A server that says nothing for so long hangs. */
const PATIENCE_MS = 3500;

const SILENT = Symbol('silent');

/** Resolves after the time, and after whatever came in while the event loop was held up. */
const silence = (ms: number) =>
  new Promise<typeof SILENT>((resolve) => {
    setTimeout(() => setImmediate(() => setImmediate(() => resolve(SILENT))), ms).unref();
  });

/**
 * Asks the server for a sign of life, again and again. A stopped server keeps its connections open and says nothing:
 * from then on nobody is to wait for it, until an answer comes.
 */
export class Pulse {
  private silent = false;
  private stopped = false;
  private timer?: NodeJS.Timeout;
  private connection: Connection | undefined;

  /** @param onSilence called when the server falls silent */
  constructor(
    private readonly server: ConnectionOptions,
    private readonly onSilence: () => void,
  ) {
    this.schedule();
  }

  /** @throws DatabaseAwayError while the server is silent */
  require(): void {
    if (this.silent) throw new DatabaseAwayError('The database does not answer');
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.hangUp();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.beat(), EVERY_MS);
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    const fellSilent = !(await this.answers());
    if (fellSilent && !this.silent && !this.stopped) this.onSilence();
    this.silent = fellSilent;
    this.schedule();
  }

  /** False only when the server is silent: one that refuses is told by the statements themselves. */
  private async answers(): Promise<boolean> {
    const asked = this.ask().catch(() => undefined);
    const answer = await Promise.race([asked, silence(PATIENCE_MS)]);
    if (answer === SILENT) this.hangUp();
    return answer !== SILENT;
  }

  private async ask(): Promise<void> {
    try {
      this.connection ??= await this.connect();
      await this.connection.query('SELECT 1');
    } catch (error) {
      this.hangUp();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await createConnection({ ...this.server, connectTimeout: 2 * PATIENCE_MS });
    connection.on('error', () => this.hangUp());
    // Asked for before the silence or the end, and made after it.
    if (this.stopped) connection.destroy();
    return connection;
  }

  private hangUp(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}
