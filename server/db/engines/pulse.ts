import { createConnection, type Connection, type ConnectionOptions } from 'mysql2/promise';
import { DatabaseAwayError } from '../transient-error';

const EVERY_MS = 1000;
/** A server without a response for this long hangs. */
const TIMEOUT_MS = 3500;

const SILENT = Symbol('silent');

/** Resolves after the time and after pending I/O of a blocked event loop. */
const silence = (ms: number) =>
  new Promise<typeof SILENT>((resolve) => {
    setTimeout(() => setImmediate(() => setImmediate(() => resolve(SILENT))), ms).unref();
  });

/**
 * Pings the server continuously. A stopped server keeps its connections open without responding; requests
 * then fail at once until it responds again.
 */
export class Pulse {
  private silent = false;
  private stopped = false;
  private timer?: NodeJS.Timeout;
  private connection: Connection | undefined;

  /** @param onSilence called when the server stops responding */
  constructor(
    private readonly server: ConnectionOptions,
    private readonly onSilence: () => void,
  ) {
    this.schedule();
  }

  /** @throws DatabaseAwayError while the server doesn't respond */
  require(): void {
    if (this.silent) throw new DatabaseAwayError('The database does not answer');
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.disconnect();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.beat(), EVERY_MS);
    this.timer.unref();
  }

  private async beat(): Promise<void> {
    const fellSilent = !(await this.isResponding());
    if (fellSilent && !this.silent && !this.stopped) this.onSilence();
    this.silent = fellSilent;
    this.schedule();
  }

  /**
   * Returns false only if the server doesn't respond; if it refuses connections, statements fail by
   * themselves.
   */
  private async isResponding(): Promise<boolean> {
    const response = this.ping().catch(() => undefined);
    const answer = await Promise.race([response, silence(TIMEOUT_MS)]);
    if (answer === SILENT) this.disconnect();
    return answer !== SILENT;
  }

  private async ping(): Promise<void> {
    try {
      this.connection ??= await this.connect();
      await this.connection.query('SELECT 1');
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await createConnection({ ...this.server, connectTimeout: 2 * TIMEOUT_MS });
    connection.on('error', () => this.disconnect());
    // The connection may have been requested before the stop and opened after it.
    if (this.stopped) connection.destroy();
    return connection;
  }

  private disconnect(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}
