import { endChildren } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt } from './build/steps';

/** Roles that serve the console; the others need no browser files. */
const servesConsole = ['all', 'api'].includes(process.env.ROLE ?? 'all');

/** A signal during the build: nothing has begun yet, so there is nothing to drain. */
const stopBuild = (): void => {
  endChildren();
  process.exit(0);
};

/** `npm start`: builds what is stale, then becomes the server, so that signals reach it without a go-between. */
const main = async (): Promise<void> => {
  process.once('SIGTERM', stopBuild).once('SIGINT', stopBuild);
  if (servesConsole) {
    await ensureBuilt(codegenStep);
    await ensureBuilt(clientStep);
  }
  process.off('SIGTERM', stopBuild).off('SIGINT', stopBuild);
  await import('../server/main.js');
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
