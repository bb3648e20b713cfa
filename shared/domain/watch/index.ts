export * from './unusual';
export * from './silence';
