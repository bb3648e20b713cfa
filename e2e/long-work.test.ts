import { itKeepsEndpointsResponsive } from './support/long-work';

jest.setTimeout(180_000);

describe('click and page view endpoints respond without delay', () =>
  itKeepsEndpointsResponsive({ log: 40_000, upload: 2000 }));
