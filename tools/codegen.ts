import { codegenStep, ensureBuilt } from './build/steps';

/** `npm run codegen`: schema.graphql and the client's documents to typed hooks, when they changed. */
ensureBuilt(codegenStep).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
