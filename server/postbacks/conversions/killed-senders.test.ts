import { testKilledSenders } from '../testing/killed-senders';

jest.setTimeout(180_000);

testKilledSenders({ conversions: 300, kills: 2, patienceMs: 90_000 });
