export * from './inheritance';
