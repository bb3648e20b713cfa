import { describeFaults } from './testing/fault-paths';

jest.setTimeout(1_800_000);

describeFaults(1);
