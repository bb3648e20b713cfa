import { columnSight, fitColumns, RAIL } from './column-fit';

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

describe('fitColumns', () => {
  it.each([
    { what: 'leaves what fits as it is', pinned: [200], columns: [100, 100], width: 400, name: 200 },
    { what: 'leaves what is not measured', pinned: [200], columns: [100, 100], width: 0, name: 200 },
    {
      what: 'gives names the room beside whole columns',
      pinned: [200],
      columns: [100, 100, 100],
      width: 460,
      name: 460 - RAIL - 200,
    },
    {
      what: 'takes it from names to show two columns on a phone',
      pinned: [148],
      columns: [95, 90, 95, 95],
      width: 343,
      name: 343 - RAIL - 185,
    },
    {
      what: 'keeps the least name when two columns do not fit',
      pinned: [148],
      columns: [160, 160, 160],
      width: 343,
      name: 343 - RAIL - 160,
    },
    { what: 'needs a name', pinned: [], columns: [300, 300], width: 343, name: undefined },
  ])('$what', ({ pinned, columns, width, name }) => {
    expect(fitColumns({ pinned, columns }, width).pinned[0]).toBe(name);
  });

  it('ends at the edge of a column, and starts with whole columns and a narrow rail', () => {
    for (let seed = 1; seed < 400; seed += 1) {
      const columns = Array.from(
        { length: 3 + (seed % 20) },
        (_, index) => 84 + ((seed * 31 + index * 97) % 90),
      );
      const width = 330 + ((seed * 53) % 1100);
      const before = { pinned: seed % 2 ? [232] : [148, 100], columns };
      const { pinned, columns: fitted } = fitColumns(before, width);
      if (sum(before.pinned) + sum(columns) <= width) continue;
      const room = width - sum(pinned);
      const starts = fitted.map((_, index) => sum(fitted.slice(0, index)));
      const last = sum(fitted) - room;
      if (room >= Math.max(...fitted) + RAIL && last > 0) {
        expect(columnSight(fitted, room, 0).after).toBeCloseTo(RAIL, 6);
        expect(Math.min(...starts.map((start) => Math.abs(start - last)))).toBeLessThan(1);
      }
    }
  });
});

describe('columnSight', () => {
  const columns = [100, 100, 100, 100, 100];
  it.each([
    [0, { before: 0, after: 60, next: 200, beyond: 3 }],
    [30, { before: 70, after: 90, next: 200, beyond: 3 }],
    [100, { before: 0, after: 60, next: 300, beyond: 2 }],
    [240, { before: 60, after: 0, next: 500, beyond: 0 }],
  ])('scrolled by %d', (scrolled, sight) => expect(columnSight(columns, 260, scrolled)).toEqual(sight));

  it('covers every column that is seen in part, wherever it is scrolled', () => {
    const room = 333;
    for (let scrolled = 0; scrolled <= sum(columns) - room; scrolled += 7) {
      const { before, after, beyond } = columnSight(columns, room, scrolled);
      columns.forEach((size, index) => {
        const [from, until] = [index * size - scrolled, (index + 1) * size - scrolled];
        const isSeen = until > before + 1 && from < room - after - 1;
        if (isSeen) expect([from >= -1, until <= room + 1]).toEqual([true, true]);
      });
      expect(beyond > 0).toBe(after > 0);
    }
  });
});
