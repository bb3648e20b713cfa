import { commands } from './commands';

/** `npm run help` */
const lines = commands.map(([command, does]) => `  ${command}\n      ${does}`);
console.log(`Inflow Console\n\n${lines.join('\n')}\n\nConfiguration: docs/howto/configure.md`);
