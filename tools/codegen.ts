import 'reflect-metadata';
import { codegenStep, ensureBuilt } from './build/steps';
import { writeContract } from './contract/compose';

/**
 * `npm run codegen`: composes schema.graphql from schema/, and compiles it and the client's documents to typed
 * hooks if they changed.
 */
writeContract();
ensureBuilt(codegenStep).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
