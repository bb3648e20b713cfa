export * from './order';
export * from './references';
export * from './visits';
export * from './hand-over';
export * from './customers';
export * from './path';
export * from './evaluation';
export * from './frequent-paths';
