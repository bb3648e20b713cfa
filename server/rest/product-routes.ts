import type { Route } from './route';

const erasures = { path: '/products/{id}/erasures', pathNames: { id: 'productId', erasure_id: 'id' } };

/** Routes of the ad import, the product's setup, privacy notice and erasures. */
export const productRoutes: readonly Route[] = [
  { method: 'post', path: '/ads/import', operation: 'importAds', kind: 'mutation', answer: 'entity' },
  {
    method: 'get',
    path: '/ads/{id}/result_settings',
    operation: 'adResultSettings',
    kind: 'query',
    answer: 'entity',
  },
  { method: 'get', path: '/products/{id}/setup', operation: 'productSetup', kind: 'query', answer: 'entity' },
  {
    method: 'get',
    path: '/products/{id}/log_horizon',
    operation: 'logHorizon',
    kind: 'query',
    answer: 'entity',
    pathNames: { id: 'productId' },
  },
  {
    method: 'get',
    path: '/products/{id}/transmission_notice',
    operation: 'transmissionNotice',
    kind: 'query',
    answer: 'entity',
    pathNames: { id: 'productId' },
  },
  { method: 'get', ...erasures, operation: 'erasures', kind: 'query', answer: 'whole' },
  { method: 'post', ...erasures, operation: 'erasePerson', kind: 'mutation', answer: 'entity', status: 201 },
  {
    method: 'post',
    ...erasures,
    path: `${erasures.path}/preview`,
    operation: 'erasurePreview',
    kind: 'query',
    answer: 'entity',
  },
  {
    method: 'get',
    ...erasures,
    path: `${erasures.path}/{erasure_id}`,
    operation: 'erasure',
    kind: 'query',
    answer: 'entity',
  },
];
