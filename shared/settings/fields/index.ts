export * from './field';
export * from './text';
export * from './number';
export * from './list';
export * from './keys';
export * from './measures';
