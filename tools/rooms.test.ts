import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- dependency-cruiser loads it so
const { drawRooms } = require('./rooms.cjs') as { drawRooms: () => string };

it('draws the rooms in docs/architecture.md as they are (otherwise run node tools/rooms.cjs)', () => {
  expect(readFileSync(join(__dirname, '../docs/architecture.md'), 'utf8')).toBe(drawRooms());
});
