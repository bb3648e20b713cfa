import { injectFaults, type Fault } from './faults';

/** Statements that are nobody's write: the server's pulse, a connection's first words, reads of settings by others. */
const ASIDE = /^(SELECT 1$|SET SESSION|PRAGMA|ROLLBACK)/;

/** Lets the statement number `at` of what runs next fail once; tells whether it came to that. */
export function failAt(at: number, fault: Fault): { undo: () => void; failed: () => boolean } {
  let seen = -1;
  const undo = injectFaults((sql) => {
    if (ASIDE.test(sql)) return undefined;
    seen += 1;
    return seen === at ? fault : undefined;
  });
  return { undo, failed: () => seen >= at };
}
