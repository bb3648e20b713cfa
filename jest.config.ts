/** @jest-config-loader esbuild-register */
import { existsSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import type { Config } from 'jest';
import { startTestClock } from './tools/test-clock';
import { PROJECTS } from './tools/test-suites';

startTestClock();

/** Files and folders behind --selectProjects. jest takes these for names of projects. */
const paths = process.argv
  .slice(process.argv.indexOf('--selectProjects') + 1 || process.argv.length)
  .filter((word) => !PROJECTS.some((name) => name === word) && existsSync(word))
  .map((path) => `<rootDir>/${relative(__dirname, path)}${statSync(path).isDirectory() ? '/' : ''}`);

/** Test files of a project: those named on the command line, else all that match. */
const testMatch = (...patterns: string[]): string[] =>
  paths.length === 0
    ? patterns
    : paths.flatMap((path) => (path.endsWith('/') ? patterns.map((pattern) => path + pattern) : path));

/** Compiles TypeScript with decorators as type-graphql and TypeORM need them. */
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
  testMatch: testMatch('**/*.test.ts'),
  setupFiles: ['<rootDir>/tools/shift-clock.cjs'],
  transform: { '^.+\\.(t|m?j)sx?$': swc(false) },
  // These packages ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|openid-client|oauth4webapi|isbot|csv-parse|p-[a-z-]+)/)'],
});

const config: Config = {
  // A loaded two-core machine that also runs MariaDB creates databases slowly.
  testTimeout: 60_000,
  projects: [
    node('shared', ['<rootDir>/shared']),
    {
      ...node('server', ['<rootDir>/server']),
      setupFiles: ['<rootDir>/tools/shift-clock.cjs', 'reflect-metadata'],
    },
    {
      ...node('contract', ['<rootDir>/contract']),
      setupFiles: ['<rootDir>/tools/shift-clock.cjs', 'reflect-metadata'],
    },
    {
      displayName: 'client',
      testEnvironment: 'jsdom',
      roots: ['<rootDir>/client'],
      testMatch: testMatch('**/*.test.ts', '**/*.test.tsx'),
      transform: { '^.+\\.(t|m?j)sx?$': swc(true) },
      setupFiles: ['<rootDir>/tools/shift-clock.cjs'],
      setupFilesAfterEnv: ['<rootDir>/client/test/setup.ts'],
      moduleNameMapper: { '\\.css$': '<rootDir>/client/test/css-module.cjs' },
      // The icons' CommonJS build requires ES modules of the colours.
      transformIgnorePatterns: ['/node_modules/(?!@ant-design/(colors|fast-color)/es/)'],
    },
    node('tools', ['<rootDir>/tools', '<rootDir>/bench']),
    { ...node('e2e', ['<rootDir>/e2e']) },
    // Only `npm run test:cluster` runs these.
    { ...node('cluster', ['<rootDir>/e2e']), testMatch: testMatch('**/*.cluster.ts') },
    // Only `npm run test:all` runs these.
    {
      ...node('stress', ['<rootDir>/server', '<rootDir>/e2e']),
      testMatch: testMatch('**/*.stress.ts'),
      setupFiles: ['<rootDir>/tools/shift-clock.cjs', 'reflect-metadata'],
    },
  ],
};

export default config;
