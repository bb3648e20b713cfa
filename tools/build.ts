import { clientStep, codegenStep, ensureBuilt } from './build/steps';

/** `npm run build`: what `npm start` would build at its first start, for images. */
const main = async (): Promise<void> => {
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
