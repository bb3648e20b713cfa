export * from './approval';
export * from './making';
export * from './path-results';
export * from './samples';
export * from './template';
export * from './untold';
