import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from './commands';

it('lists every script of package.json once', () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const listed = commands.map(([command]) => /^npm (?:run )?(\S+)/.exec(command)?.[1]);
  expect([...listed].sort()).toEqual(Object.keys(scripts).sort());
});
