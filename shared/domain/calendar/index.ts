export * from './day';
export * from './periods';
