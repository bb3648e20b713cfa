export * from './day';
export * from './range';
export * from './periods';
export * from './text';
