import { itKeepsEndpointsResponsive } from './support/long-work';

jest.setTimeout(300_000);

describe('click and page view endpoints respond without delay', () =>
  itKeepsEndpointsResponsive({ log: 260_000, upload: 10_000 }));
