import { pauseOneOfTwo } from '../testing/two-collectors';

jest.setTimeout(120_000);

it('a paused collector keeps its clicks, even if another one considers its files old', async () => {
  const { acknowledged, stored } = await pauseOneOfTwo('sqlite', {
    clicks: 1000,
    pausedMs: 1500,
    agedMs: 600_000,
  });
  expect(acknowledged).toHaveLength(2000);
  expect(stored.sort()).toEqual(acknowledged.sort());
});
