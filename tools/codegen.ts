import 'reflect-metadata';
import { codegenStep, ensureBuilt } from './build/steps';
import { writeTextTypes } from './build/text-types';
import { writeContract } from './contract/compose';

/**
 * `npm run codegen`: composes schema.graphql from schema/, writes the type of the texts, and compiles the
 * client's documents to typed hooks if they changed.
 */
writeContract();
writeTextTypes();
ensureBuilt(codegenStep).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
