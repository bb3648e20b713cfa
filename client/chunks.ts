import path from 'node:path';

/** What the bundler tells of a module. */
interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null;
}

const SOURCE = path.join(import.meta.dirname, 'src');
/** Code of the sign-in comes with the first load. */
const FIRST = ['main.tsx', 'screens/auth/login/login.tsx'].map((file) => path.join(SOURCE, file));
/** Code of every page behind the sign-in. */
const FRAME = ['app/signed-in.tsx', 'app/frame/frame.tsx'].map((file) => path.join(SOURCE, file));
const SCREENS = path.join(SOURCE, 'app/screens.tsx');
/** Kinds of screens by their folder, the first that fits; screens of one kind are opened one after another. */
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

/** The module that only names all others of a package: what is used of it is not what it imports. */
const isRegister = (id: string): boolean => /node_modules[\\/]graphql[\\/](\w+[\\/])?index\.m?js$/.test(id);

/** Everything that a module brings with it by itself. */
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
  /** Kinds of the screens that bring a module, and how many screens. */
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
 * The file that a module stands in: what the sign-in needs in one, what every page behind it needs in another, what
 * several screens share by the kinds of these screens. A page then asks for a handful of files, and for little that it
 * does not use. Null leaves it to the bundler: code of one screen, or of what opens later.
 */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let reach: Reach | undefined;
  return (id, graph) => {
    reach ??= reachesOf(graph);
    if (reach.first.has(id)) return 'first';
    if (reach.frame.has(id)) return 'frame';
    const shared = reach.shared.get(id);
    if (!shared || shared.count < 2) return null;
    // What the dashboard shares with most others comes with it in one file rather than in several of a kilobyte.
    return shared.kinds.has('summary') && shared.kinds.size > 2
      ? 'shared'
      : `shared-${[...shared.kinds].sort().join('-')}`;
  };
}
