export * from './fees';
export * from './allocation';
