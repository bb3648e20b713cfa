import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { chunkNames } from './chunks';

/** Server endpoints that the development server proxies, so that the console has one origin. */
const SERVER_ENDPOINTS = [
  '/graphql',
  '/api',
  '/scim',
  '/console-config.json',
  '/demo-site',
  '/r',
  '/tag',
  '/collect',
  '/health',
];
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** Adds the build time to the page, for its footer. */
const builtAt = (): Plugin => ({
  name: 'built-at',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'built-at', content: new Date().toISOString() }, injectTo: 'head' },
  ],
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), builtAt()],
  resolve: {
    // antd's locales as ES modules: the CommonJS modules behind `antd/locale` would bundle their dependencies
    // twice.
    alias: { 'antd/locale': path.join(import.meta.dirname, '../node_modules/antd/es/locale') },
    // rxjs without the ES5 helpers.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // These import workers by `?worker`, which the dependency optimizer does not support.
  optimizeDeps: { exclude: ['@graphiql/react/setup-workers/vite'] },
  server: {
    port: Number(process.env.CLIENT_PORT ?? 5173),
    proxy: Object.fromEntries(
      SERVER_ENDPOINTS.map((endpoint) => [`^${endpoint}(/|$|\\?)`, { target: server }]),
    ),
  },
  build: {
    outDir: path.join(import.meta.dirname, '../dist/client'),
    emptyOutDir: true,
    // The lazy chunks of charts and explorer are large by nature; bench measures the first load.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      treeshake: {
        // These modules have no side effects but don't declare it. Otherwise antd's ConfigProvider would
        // bundle all form code, and one entry of the catalogue the whole catalogue, because functions create
        // its constants.
        moduleSideEffects: [
          { test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
          {
            test: /[\\/]shared[\\/](catalog|domain|entities|format|i18n)[\\/][^:]*\.ts$/,
            sideEffects: false,
          },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
              priority: 20,
            },
            // Split by usage: the explorer needs a parser and more, which no page needs.
            {
              name: 'graphql',
              test: /node_modules[\\/]graphql[\\/]/,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
              priority: 15,
            },
            // Many small files cost a request each and compress worse. Each module has its own name here, so
            // none includes its imports.
            { name: chunkNames(), includeDependenciesRecursively: false, priority: 10 },
          ],
        },
      },
    },
  },
});
