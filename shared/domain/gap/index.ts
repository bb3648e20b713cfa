export * from './waterfall';
export * from './zone';
