import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { chunkNames } from './chunks';
import { namedImports } from './named-imports';

/** Doors of the server that the development server hands through, so that the console runs on one origin. */
const SERVER_DOORS = [
  '/graphql',
  '/api',
  '/console-config.json',
  '/demo-site',
  '/r',
  '/tag',
  '/collect',
  '/health',
];
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000';

/** When the console was built stands in its page, for its foot to say. */
const builtAt = (): Plugin => ({
  name: 'built-at',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'built-at', content: new Date().toISOString() }, injectTo: 'head' },
  ],
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [namedImports(), react(), builtAt()],
  resolve: {
    // antd's words as modules: the CommonJS ones that `antd/locale` names bring everything they touch twice.
    alias: { 'antd/locale': path.join(import.meta.dirname, '../node_modules/antd/es/locale') },
    // rxjs without the helpers of ES5.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // These import workers by `?worker`, which the dependency optimizer does not know.
  optimizeDeps: { exclude: ['@graphiql/react/setup-workers/vite'] },
  server: {
    port: Number(process.env.CLIENT_PORT ?? 5173),
    proxy: Object.fromEntries(SERVER_DOORS.map((door) => [`^${door}(/|$|\\?)`, { target: server }])),
  },
  build: {
    outDir: path.join(import.meta.dirname, '../dist/client'),
    emptyOutDir: true,
    // The lazy chunks of charts and explorer are large by nature; bench measures the first load.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      treeshake: {
        // They do nothing on import but don't say so: antd's ConfigProvider would bring all of forms with it, and a word
        // of the catalogue all of the catalogue, since its constants are made by functions.
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
            // By who uses them: the explorer brings a parser and more, which no page needs.
            {
              name: 'graphql',
              test: /node_modules[\\/]graphql[\\/]/,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
              priority: 15,
            },
            // Many small files cost a request each and compress worse. Each module has its own name here, so none takes
            // along what it imports.
            { name: chunkNames(), includeDependenciesRecursively: false, priority: 10 },
          ],
        },
      },
    },
  },
});
