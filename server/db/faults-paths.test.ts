import { describeFaults } from './testing/fault-paths';

jest.setTimeout(120_000);

// `faults-paths.hostile.ts` covers every statement.
describeFaults(5);
