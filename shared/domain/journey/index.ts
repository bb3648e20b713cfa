export * from './visits';
export * from './hand-over';
export * from './landings';
export * from './path';
export * from './explain';
export * from './frequent-paths';
