import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WriteTurns } from './write-turns';

describe('processes that write to one embedded database', () => {
  let dir: string;
  let request: WriteTurns;
  let other: WriteTurns;
  let background: WriteTurns;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'inflow-turns-'));
    const file = join(dir, 'turns');
    [request, other] = [false, false].map((is) => new WriteTurns(file, () => is)) as [WriteTurns, WriteTurns];
    background = new WriteTurns(file, () => true);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('write at once while nobody waits', () => {
    background.end(Date.now() - 5);
    expect(background.pauseMs()).toBe(0);
    expect(request.pauseMs()).toBe(0);
  });

  it('leave the lock to another process that waited during their transaction', () => {
    const from = Date.now();
    background.announce();
    request.end(from);
    expect(request.pauseMs()).toBeGreaterThan(0);
    request.announce();
    other.end(from);
    expect(other.pauseMs()).toBeGreaterThan(0);
  });

  it('stay away for a while after a request waited, if they are background work', async () => {
    request.announce();
    const left = background.pauseMs();
    expect(left).toBeGreaterThan(0);
    expect(other.pauseMs()).toBe(0);
    await setTimeout(left + 1);
    expect(background.pauseMs()).toBe(0);
  });

  it('no longer stay away once they have waited for long themselves', () => {
    request.announce();
    expect(background.pauseMs(1000)).toBe(0);
  });
});
