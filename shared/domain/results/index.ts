export * from './approval';
export * from './making';
export * from './template';
