import { endChildren } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';

/** Roles that serve the console; the others need no browser files. */
const servesConsole = ['all', 'api'].includes(process.env.ROLE ?? 'all');

/** `npm run build`: builds what `npm start` would build first. For images. */
const main = async (): Promise<void> => {
  process.once('SIGTERM', endChildren);
  if (servesConsole) {
    await ensureBuilt(codegenStep);
    await ensureBuilt(clientStep);
  }
  await ensureBuilt(serverStep);
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
