import { codegenStep, ensureBuilt } from './build/steps';

/** `npm run codegen`: compiles schema.graphql and the client's documents to typed hooks if they changed. */
ensureBuilt(codegenStep).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
