import { onEachDatabase } from '../../db/testing/databases';
import { pauseOneOfTwo } from '../testing/two-collectors';

jest.setTimeout(300_000);

onEachDatabase((dialect) => {
  it('a collector paused for 75 seconds loses none of the 20,000 clicks that it acknowledges afterwards', async () => {
    const { acknowledged, stored } = await pauseOneOfTwo(dialect, {
      clicks: 20_000,
      pausedMs: 75_000,
      agedMs: 0,
    });
    expect(acknowledged).toHaveLength(40_000);
    expect(stored.sort()).toEqual(acknowledged.sort());
  });
});
