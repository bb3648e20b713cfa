import { injectFaults, type Fault } from './faults';

/**
 * Statements that are not part of the tested work: the pulse, connection setup, reads of settings by others.
 */
const IGNORED = /^(SELECT 1$|SET SESSION|PRAGMA|ROLLBACK)/;

/** Makes the statement with number `at` fail once; `failed` returns whether it was reached. */
export function failAt(at: number, fault: Fault): { undo: () => void; failed: () => boolean } {
  let seen = -1;
  const undo = injectFaults((sql) => {
    if (IGNORED.test(sql)) return undefined;
    seen += 1;
    return seen === at ? fault : undefined;
  });
  return { undo, failed: () => seen >= at };
}
