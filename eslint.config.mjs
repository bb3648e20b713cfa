import comments from '@eslint-community/eslint-plugin-eslint-comments';
import a11y from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Rules that need types. There are few because they are slow, but these find real errors. */
const typed = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only server/config reads the environment.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '**/dist',
      '**/generated',
      '**/generated.ts',
      'data',
      'coverage',
      'e2e/output',
      'bench/results',
    ],
  },
  ...tseslint.configs.strict,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@eslint-community/eslint-comments': comments },
    rules: {
      // Disabling a rule requires a reason: `-- because ...`.
      '@eslint-community/eslint-comments/require-description': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // For a checked index or a known key, `!` reads better than an unreachable branch.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A handler may be asynchronous.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true, allowShortCircuit: true }],
      // type-graphql and TypeORM classes carry only decorators.
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  {
    files: ['server/**/*.ts', 'shared/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts', 'e2e/**/*.ts'],
    ignores: ['server/tracking/tag/browser/**'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: typed,
  },
  {
    files: ['client/src/**/*.{ts,tsx}', 'client/test/**/*.{ts,tsx}'],
    ...a11y.configs.strict,
  },
  {
    files: ['client/src/**/*.{ts,tsx}', 'client/test/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'react-hooks': hooks },
    rules: {
      ...typed,
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // Autofocus is fine for the first field of a form page or a dialog.
      'jsx-a11y-x/no-autofocus': 'off',
    },
  },
  {
    // Code must narrow unknown types instead of asserting them. If it can't, the line gives the reason.
    files: ['server/**/*.ts'],
    ignores: ['**/testing/**', '**/*.test.ts', '**/*.stress.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    // Decorators read parameter types at run time. A type-only import would hide them.
    files: ['server/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['server/**/*.ts', 'shared/**/*.ts'],
    ignores: ['server/config/**', '**/testing/**', '**/*.test.ts'],
    // Only server/platform/compile-function.ts compiles functions from text.
    rules: { 'no-restricted-syntax': ['error', noEnvironment], 'no-new-func': 'error' },
  },
  {
    // Code must narrow unknown types instead of asserting them. If the compiler can't follow, the line gives
    // the reason.
    files: ['client/src/**/*.{ts,tsx}', 'client/test/**/*.{ts,tsx}', 'shared/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] },
  },
  {
    files: ['client/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/shared/domain/calendar', '**/shared/format'],
              importNames: [
                'formatDay',
                'formatDateTime',
                'formatMonth',
                'parseDay',
                'parseDateTime',
                'dayOf',
              ],
              message: 'Format and parse dates with client/src/kit/tokyo-date.',
            },
          ],
        },
      ],
    },
  },
  // Migration tables may be long.
  { files: ['server/db/migrations/**/*.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['*.config.ts', '*.config.mjs', '**/vite.config.ts', '**/*.cjs', '**/*.mjs', '**/*.js'],
    rules: { 'no-restricted-exports': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  // Runs in the page without a bundler, so it must work in old browsers.
  { files: ['client/public/*.js'], rules: { 'no-var': 'off' } },
);
