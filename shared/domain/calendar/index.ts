export * from './day';
export * from './range';
export * from './comparison';
export * from './periods';
export * from './text';
