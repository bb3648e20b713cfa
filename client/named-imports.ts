import type { Plugin } from 'vite';

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);

/** Path of the module that exports a name, by package. */
const MODULES: Readonly<Record<string, (name: string) => string>> = {
  antd: (name) => `antd/es/${kebab(name)}`,
  '@ant-design/icons': (name) => `@ant-design/icons/es/icons/${name}`,
};

const IMPORT = /^import \{([^}]*)\} from '(antd|@ant-design\/icons)';$/gm;

/**
 * Replaces imports from the index of antd and its icons by imports of the single modules. Each page then
 * imports only the modules in use; chunks.ts relies on that.
 */
export const namedImports = (): Plugin => ({
  name: 'named-imports',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) =>
    /[\\/]client[\\/]src[\\/].*\.tsx?$/.test(id)
      ? code.replace(IMPORT, (_, names: string, from: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name && !name.startsWith('type '))
            .map((name) => {
              const [exported = '', local = exported] = name.split(' as ');
              return `import ${local} from '${MODULES[from]?.(exported)}';`;
            })
            .join(' '),
        )
      : null,
});
