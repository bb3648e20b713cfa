export * from './breaker';
export * from './diagnosis';
export * from './retry';
