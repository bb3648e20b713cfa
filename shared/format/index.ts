export * from './round';
export * from './number';
export * from './duration';
export * from './measure';
export * from './change';
export * from './date';
export * from './search';
export * from './punctuation';
