export * from './visits';
export * from './path';
export * from './explain';
export * from './frequent-paths';
