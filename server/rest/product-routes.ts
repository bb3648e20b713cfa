import { create, get, post, type Route } from './route';

const erasures = { path: '/products/{id}/erasures', pathNames: { id: 'productId', erasure_id: 'id' } };

/** Routes of the ad import, the product's setup, privacy notice and erasures. */
export const productRoutes: readonly Route[] = [
  post('/ads/import', 'importAds', 'entity'),
  get('/ads/{id}/result_settings', 'adResultSettings', 'entity'),
  get('/products/{id}/setup', 'productSetup', 'entity'),
  get('/products/{id}/log_horizon', 'logHorizon', 'entity', { pathNames: { id: 'productId' } }),
  get('/products/{id}/transmission_notice', 'transmissionNotice', 'entity', {
    pathNames: { id: 'productId' },
  }),
  get(erasures.path, 'erasures', 'whole', { pathNames: erasures.pathNames }),
  create(erasures.path, 'erasePerson', { pathNames: erasures.pathNames }),
  post(`${erasures.path}/preview`, 'erasurePreview', 'entity', {
    kind: 'query',
    pathNames: erasures.pathNames,
  }),
  get(`${erasures.path}/{erasure_id}`, 'erasure', 'entity', { pathNames: erasures.pathNames }),
];
