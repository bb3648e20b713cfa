import { itKeepsDoorsOpen } from './support/long-work';

jest.setTimeout(300_000);

describe('clicks and page views are taken at once', () => itKeepsDoorsOpen({ log: 260_000, upload: 10_000 }));
