import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { spools } from '../metrics';
import { DatabaseSink } from './database-sink';
import { Drainer, type DrainerOptions } from './drainer';
import { SegmentLog } from './segment-log';
import { claimOrphans, newSpool, type SpoolClaim } from './spool-claim';

export interface SpoolOptions {
  dataDir: string;
  fsync: 'interval' | 'group';
  db: Database;
  log: Logger;
  now: () => number;
}

const LOOK_FOR_ORPHANS_MS = 10_000;

/** This collector's segment log with the drainer behind it, and what dead collectors left in the same folder. */
export class Spool {
  /** Where the doors append. */
  readonly segments: SegmentLog;
  private readonly root: string;
  private readonly claim: SpoolClaim;
  private readonly drainer: Drainer;
  private readonly adopted = new Map<SpoolClaim, Drainer>();
  private readonly toAdopt: SpoolClaim[];
  private timer: NodeJS.Timeout | undefined;
  private readonly waitingBytes = (): number =>
    [this.drainer, ...this.adopted.values()].reduce((sum, drainer) => sum + drainer.waitingBytes(), 0);

  constructor(private readonly options: SpoolOptions) {
    this.root = join(options.dataDir, 'spool');
    const [own, ...orphans] = claimOrphans(this.root);
    this.claim = own ?? newSpool(this.root);
    this.toAdopt = orphans;
    this.segments = new SegmentLog({ directory: this.claim.directory, fsync: options.fsync });
    const { segments } = this;
    this.drainer = this.drainerOf(this.claim, {
      currentSegment: () => segments.currentSegment,
      appendedLines: () => segments.appendedLines,
    });
  }

  /** Begins to move events into the database. */
  start(): void {
    spools.add(this.waitingBytes);
    this.drainer.start();
    this.adopt(this.toAdopt.splice(0));
    this.timer = setInterval(() => this.adopt(claimOrphans(this.root)), LOOK_FOR_ORPHANS_MS);
    this.timer.unref();
  }

  /** Moves everything that is there now, as far as it gets in the time; rejects when the database is away. */
  async drain(withinMs: number): Promise<void> {
    const timeUp = pause(withinMs);
    try {
      await Promise.race([this.drainer.drainAll(Date.now() + withinMs), timeUp.over]);
    } finally {
      timeUp.cancel();
    }
  }

  /** Ends writing and draining. What is not drained stays on disk for the next start. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    spools.delete(this.waitingBytes);
    this.segments.close();
    await this.drainer.stop();
    for (const [claim, drainer] of this.adopted) {
      await drainer.stop();
      claim.release();
    }
    this.claim.release();
  }

  private drainerOf(
    claim: SpoolClaim,
    about: Pick<DrainerOptions, 'currentSegment' | 'appendedLines' | 'onEmpty'>,
  ): Drainer {
    const { db, log, now } = this.options;
    const sink = new DatabaseSink(db, claim.id, now);
    return new Drainer({ directory: claim.directory, sink, log, now, ...about });
  }

  /** Drains spools whose collector is dead, and removes them when they are empty. */
  private adopt(claims: readonly SpoolClaim[]): void {
    for (const claim of claims) {
      const drainer = this.drainerOf(claim, { currentSegment: () => Infinity, onEmpty: () => void this.abandon(claim) });
      this.adopted.set(claim, drainer);
      drainer.start();
    }
  }

  private async abandon(claim: SpoolClaim): Promise<void> {
    await this.adopted.get(claim)?.stop();
    this.adopted.delete(claim);
    claim.release();
    rmSync(claim.directory, { recursive: true, force: true });
  }
}

function pause(ms: number): { over: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}
