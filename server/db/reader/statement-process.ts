import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Socket } from 'node:net';
import { isRecord } from '../../../shared/records';
import { ROOT } from '../../platform/root';
import type { Bindable } from '../engines/sqlite-driver';
import { DatabaseAwayError } from '../transient-error';

const PROGRAM = join(ROOT, 'server/db/reader/read-statements.cjs');
/** Two lengths: of the JSON, and of the numbers after it. */
const HEAD_BYTES = 8;

/** Result of a SELECT: rows as arrays with column names, or the engine's error. */
export type Outcome =
  | { readonly names: readonly string[]; readonly rows: readonly (readonly unknown[])[] }
  | { readonly message: string; readonly errcode?: number };

/** Decodes rows of binary numbers; NaN represents null. */
function rowsOf(bytes: Buffer, width: number): (number | null)[][] {
  // Copied, because a Float64Array must be aligned.
  const numbers = new Float64Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: width === 0 ? 0 : numbers.length / width }, (_, row) =>
    Array.from(numbers.subarray(row * width, (row + 1) * width), (value) =>
      Number.isNaN(value) ? null : value,
    ),
  );
}

/** @throws TypeError for anything that is not a message of the read process */
function outcomeOf(value: unknown, numbers: Buffer): Outcome {
  if (isRecord(value)) {
    const { names, rows, message, errcode } = value;
    if (Array.isArray(names))
      return { names, rows: Array.isArray(rows) ? rows : rowsOf(numbers, names.length) };
    if (typeof message === 'string') return { message, ...(typeof errcode === 'number' && { errcode }) };
  }
  throw new TypeError('The read process sent an unknown message');
}

/** Child process that reads the embedded database: unlike a thread, it can be killed during a statement. */
export class StatementProcess {
  private readonly child: ChildProcess;
  private readonly output: Socket;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private readonly ended: Promise<void>;
  private waiting: { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void } | undefined;

  /** @param onEnd called once the process accepts no more queries */
  constructor(path: string, onEnd: () => void) {
    this.child = fork(PROGRAM, [path], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'ipc'],
    });
    const answers = this.child.stdio[3];
    if (!(answers instanceof Socket)) throw new TypeError('The read process has no output pipe');
    this.output = answers;
    this.output.on('data', (chunk: Buffer) => this.take(chunk));
    this.ended = new Promise<void>((resolve) => {
      this.child.once('error', () => resolve());
      this.child.once('exit', () => resolve());
    }).then(() => {
      this.settle()?.reject(new DatabaseAwayError('The read process ended'));
      onEnd();
    });
    this.hold(false);
  }

  /** Runs a query; only one at a time. */
  run(sql: string, params: readonly Bindable[]): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.hold(true);
      this.child.send({ sql, params }, (error) => {
        if (error) this.settle()?.reject(new DatabaseAwayError('The read process ended'));
      });
    });
  }

  /** Kills the process, even during a statement. Resolves when it no longer touches the database's files. */
  end(): Promise<void> {
    this.child.ref();
    this.child.kill('SIGKILL');
    return this.ended;
  }

  /** Only a running query keeps our own process alive. */
  private hold(on: boolean): void {
    const method = on ? 'ref' : 'unref';
    this.child[method]();
    this.child.channel?.[method]();
    this.output[method]();
  }

  private settle() {
    const { waiting } = this;
    this.waiting = undefined;
    this.chunks = [];
    this.bytes = 0;
    this.hold(false);
    return waiting;
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes < HEAD_BYTES) return;
    let [head = chunk] = this.chunks;
    if (head.length < HEAD_BYTES) this.chunks = [(head = Buffer.concat(this.chunks))];
    const json = HEAD_BYTES + head.readUInt32LE(0);
    if (this.bytes < json + head.readUInt32LE(4)) return;
    const all = Buffer.concat(this.chunks);
    this.settle()?.resolve(outcomeOf(JSON.parse(all.toString('utf8', HEAD_BYTES, json)), all.subarray(json)));
  }
}
