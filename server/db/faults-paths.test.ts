import { describeFaults } from './testing/fault-paths';

jest.setTimeout(120_000);

// The whole, each statement in turn, is `faults-paths.hostile.ts`.
describeFaults(5);
