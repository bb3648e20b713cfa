import { diskFiles, type SpoolFiles } from '../spool/spool-claim';

type Operation = keyof SpoolFiles;

export interface DiskFault {
  operation: Operation;
  code: 'EIO' | 'ENOSPC' | 'EMFILE' | 'EACCES';
  /** Number of calls that succeed first. */
  after?: number;
  /** Fails until `mend` is called, instead of once. */
  lasting?: boolean;
  /** For writeSync: writes this many bytes before it fails. */
  bytes?: number;
}

/** A disk with operations that fail on demand. */
export class FailingDisk {
  readonly files: SpoolFiles;
  private faults: DiskFault[] = [];

  constructor() {
    const wrapped =
      (operation: Operation) =>
      (...args: unknown[]): unknown => {
        const fault = this.due(operation);
        if (!fault) return (diskFiles[operation] as (...given: unknown[]) => unknown)(...args);
        const error = Object.assign(new Error(`${fault.code}: ${operation} failed`), { code: fault.code });
        const callback = args.at(-1);
        if (typeof callback === 'function')
          return void setImmediate(callback as (given: Error) => void, error);
        if (fault.bytes === undefined) throw error;
        const [fd, bytes, from] = args as [number, Buffer, number];
        this.fail({ operation, code: fault.code });
        return diskFiles.writeSync(fd, bytes, from, Math.min(fault.bytes, bytes.length - from));
      };
    const operations = Object.entries(diskFiles).filter(([, value]) => typeof value === 'function');
    this.files = Object.fromEntries(
      operations.map(([name]) => [name, wrapped(name as Operation)]),
    ) as unknown as SpoolFiles;
  }

  /** Makes the next call of an operation fail, or a later one. */
  fail(fault: DiskFault): void {
    this.faults.push({ after: 0, ...fault });
  }

  mend(): void {
    this.faults = [];
  }

  /** True while a fault has not struck yet or still lasts. */
  get armed(): boolean {
    return this.faults.length > 0;
  }

  private due(operation: Operation): DiskFault | undefined {
    const fault = this.faults.find((one) => one.operation === operation);
    if (!fault) return undefined;
    if (fault.after) {
      fault.after -= 1;
      return undefined;
    }
    if (!fault.lasting) this.faults.splice(this.faults.indexOf(fault), 1);
    return fault;
  }
}
