export * from './variant';
