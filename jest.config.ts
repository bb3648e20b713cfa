/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** Compiles TypeScript with decorators the way type-graphql and TypeORM need them. */
const swc = (tsx: boolean): [string, object] => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

const node = (displayName: string, roots: string[]): Config => ({
  displayName,
  testEnvironment: 'node',
  roots,
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.(t|m?j)sx?$': swc(false) },
  // jose and its like ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|isbot|csv-parse|p-[a-z-]+)/)'],
});

const config: Config = {
  // A loaded two-core machine with a MariaDB of its own is slow to make databases.
  testTimeout: 60_000,
  projects: [
    node('shared', ['<rootDir>/shared']),
    { ...node('server', ['<rootDir>/server']), setupFiles: ['reflect-metadata'] },
    { ...node('contract', ['<rootDir>/contract']), setupFiles: ['reflect-metadata'] },
    {
      displayName: 'client',
      testEnvironment: 'jsdom',
      roots: ['<rootDir>/client'],
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      transform: { '^.+\\.(t|m?j)sx?$': swc(true) },
      setupFilesAfterEnv: ['<rootDir>/client/test/setup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/client/test/css-module.cjs' },
      // The icons' CommonJS build asks for ES modules of the colours.
      transformIgnorePatterns: ['/node_modules/(?!@ant-design/(colors|fast-color)/es/)'],
    },
    node('tools', ['<rootDir>/tools', '<rootDir>/bench']),
    { ...node('e2e', ['<rootDir>/e2e']) },
    // Only `npm run test:hostile` asks for these.
    {
      ...node('hostile', ['<rootDir>/server', '<rootDir>/e2e']),
      testMatch: ['**/*.hostile.ts'],
      setupFiles: ['reflect-metadata'],
    },
  ],
};

export default config;
