import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../server/config/config';
import { DETECTION } from '../server/db/testing/galera';

const FOLDER = resolve(__dirname, '../docker');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly command?: unknown;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}
const compose = (name: string) => parse(read(name), { merge: true }) as Compose;

/** The image sets these. */
const OF_THE_IMAGE = ['PORT', 'HOST', 'DATA_DIR'];
const known = Object.keys(variables.shape);

const product: [file: string, service: string, role: string][] = [
  ['compose.yml', 'app', 'all'],
  ['compose.roles.yml', 'api', 'api'],
  ['compose.roles.yml', 'collector', 'collector'],
  ['compose.roles.yml', 'worker', 'worker'],
];

describe.each(product)('%s: %s', (file, name, role) => {
  const service = compose(file).services[name];

  it('passes every variable that the server reads', () => {
    const { environment = {} } = service ?? {};
    expect([...OF_THE_IMAGE, ...Object.keys(environment)].sort()).toEqual([...known].sort());
    expect(environment.ROLE).toBe(role);
  });

  it('needs no writable root, and writes no secret into an address', () => {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
    expect(Object.values(service?.environment ?? {}).filter((value) => /:\/\/[^/]*\$\{/.test(value))).toEqual(
      [],
    );
  });

  it('can run several times', () => {
    if (role === 'all') return expect(service?.ports).toEqual(['3000:3000']);
    expect(service?.ports).toBeUndefined();
    // An anonymous volume: each container has its own disk. All read one archive.
    expect(service?.volumes).toEqual(role === 'collector' ? ['/data'] : ['archive:/archive']);
  });
});

it('names in .env.example only variables that a compose file reads', () => {
  const used = ['compose.yml', 'compose.roles.yml', 'compose.cluster.yml'].map(read).join('');
  const named = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !used.includes(`\${${name}`))).toEqual([]);
});

it('has a cluster of three nodes, with a disk each', () => {
  const { services, volumes = {} } = compose('compose.cluster.yml');
  const nodes = Object.entries(services);
  expect(nodes.map(([name]) => name)).toEqual(['db', 'db2', 'db3']);
  for (const [name, { command }] of nodes) {
    expect(command).toContain('gcomm://db,db2,db3');
    expect(command).toContain(`--wsrep-node-name=${name} `);
    expect(command).toContain(`--wsrep-provider-options="${DETECTION}"`);
  }
  expect(Object.keys(volumes)).toEqual(['db2', 'db3']);
});

it('has valid Kubernetes manifests of each role without writable root', () => {
  interface Manifest {
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly object[] } } };
    readonly data?: Readonly<Record<string, string>>;
  }
  const documents = parseAllDocuments(read('kubernetes.yml'));
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const roles = manifests.filter(({ spec }) => spec?.template);
  expect(roles.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Deployment api',
    'Deployment worker',
    'StatefulSet collector',
  ]);
  for (const { metadata, spec } of roles)
    expect(spec?.template?.spec.containers).toMatchObject([
      { env: [{ name: 'ROLE', value: metadata.name }], securityContext: { readOnlyRootFilesystem: true } },
    ]);
  const named = manifests.flatMap(({ data = {} }) => Object.keys(data));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
