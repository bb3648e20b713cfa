export * from './mapping';
export * from './values';
