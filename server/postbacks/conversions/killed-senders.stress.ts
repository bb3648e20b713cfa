import { testKilledSenders } from '../testing/killed-senders';

jest.setTimeout(1_200_000);

testKilledSenders({ conversions: 10_000, kills: 5, patienceMs: 900_000 });
