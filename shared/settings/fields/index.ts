export * from './field';
export * from './text';
export * from './number';
export * from './lists';
