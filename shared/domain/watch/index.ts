export * from './unusual';
export * from './silence';
export * from './alert-case';
export * from './going';
