import { itKeepsDoorsOpen } from './support/long-work';

jest.setTimeout(180_000);

describe('clicks and page views are taken at once', () => itKeepsDoorsOpen({ log: 40_000, upload: 2000 }));
