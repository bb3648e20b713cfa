export * from './breaker';
export * from './diagnosis';
