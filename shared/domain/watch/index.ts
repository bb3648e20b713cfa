export * from './unusual';
export * from './silence';
export * from './alert-check';
export * from './alert-timing';
