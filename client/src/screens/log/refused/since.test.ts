import { askedOf } from './since';

const asked = (filter: Record<string, readonly (string | number | boolean)[]>) => askedOf({ page: 1, pageSize: 30, sortName: undefined, sortAsc: undefined, keyword: undefined, filter } as Parameters<typeof askedOf>[0]);

describe('refusals since a day', () => {
  it('are asked for from the first moment of the day in Tokyo, beside the other conditions', () => {
    expect(asked({ timeFrom: ['2026-01-15'], door: ['s2s'] })).toMatchObject({ timeFrom: '2026-01-14T15:00:00.000Z', filter: { door: ['s2s'] } });
    expect(asked({ timeFrom: ['2026-01-15'] })).toMatchObject({ timeFrom: '2026-01-14T15:00:00.000Z', filter: undefined });
  });

  it('are all of them where the address names no day', () => {
    expect(asked({ timeFrom: ['yesterday'] }).timeFrom).toBeUndefined();
  });
});
