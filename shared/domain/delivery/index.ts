export * from './variant';
export * from './links';
