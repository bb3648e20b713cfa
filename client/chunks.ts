import path from 'node:path';

/** Subset of the bundler's module information. */
interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const SOURCE = path.join(import.meta.dirname, 'src');
/** The first load includes the code of the sign-in. */
const FIRST = ['main.tsx', 'screens/auth/login/login.tsx'].map((file) => path.join(SOURCE, file));
/** Code that every page behind the sign-in needs. */
const FRAME = ['app/signed-in.tsx', 'app/frame/frame.tsx'].map((file) => path.join(SOURCE, file));
const SCREENS = path.join(SOURCE, 'app/screens.tsx');
/** Screen kinds by folder; the first match wins. Users tend to open screens of one kind in a row. */
const KINDS: readonly (readonly [folder: string, kind: string])[] = [
  ['dashboard', 'summary'],
  ['ad/ad-page', 'report'],
  ['analyze/alert', 'form'],
  ['analyze/custom-measure', 'form'],
  ['analyze/custom-setting', 'form'],
  ['analyze/views', 'form'],
  ['analyze', 'report'],
  ['log', 'log'],
  ['ad', 'form'],
  ['config', 'form'],
];

const kindOf = (id: string): string | undefined => {
  const folder = `${path.relative(path.join(SOURCE, 'screens'), id).replaceAll(path.sep, '/')}/`;
  return KINDS.find(([start]) => folder.startsWith(`${start}/`))?.[1];
};

/** graphql's index re-exports every module of the package, so its imports say nothing about actual use. */
const isRegister = (id: string): boolean => /node_modules[\\/]graphql[\\/](\w+[\\/])?index\.m?js$/.test(id);

/** Collects the modules that the roots import statically, directly or indirectly. */
function reachOf(graph: Graph, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const left = [...roots];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (isRegister(id)) continue;
    left.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

interface Reach {
  first: Set<string>;
  frame: Set<string>;
  /** Kinds and number of the screens that import a module. */
  shared: Map<string, { kinds: Set<string>; count: number }>;
}

function reachesOf(graph: Graph): Reach {
  const shared: Reach['shared'] = new Map();
  for (const screen of graph.getModuleInfo(SCREENS)?.dynamicallyImportedIds ?? []) {
    const kind = kindOf(screen);
    if (!kind) continue;
    for (const id of reachOf(graph, [screen])) {
      const known = shared.get(id) ?? { kinds: new Set(), count: 0 };
      known.kinds.add(kind);
      known.count += 1;
      shared.set(id, known);
    }
  }
  return { first: reachOf(graph, FIRST), frame: reachOf(graph, FRAME), shared };
}

/**
 * Assigns a module to a chunk: one for the sign-in, one for every page behind it, and one per combination of
 * screen kinds for code that several screens share. A page then loads a handful of files and little unused
 * code. Null leaves the choice to the bundler: code of a single screen, or code that loads later.
 */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let reach: Reach | undefined;
  return (id, graph) => {
    reach ??= reachesOf(graph);
    if (reach.first.has(id)) return 'first';
    if (reach.frame.has(id)) return 'frame';
    const shared = reach.shared.get(id);
    if (!shared || shared.count < 2) return null;
    // The dashboard shares this code with most screens, so one file is better than several of a kilobyte
    // each.
    return shared.kinds.has('summary') && shared.kinds.size > 2
      ? 'shared'
      : `shared-${[...shared.kinds].sort().join('-')}`;
  };
}
