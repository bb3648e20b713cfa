import { chooseNode } from './cluster-nodes';
import { judgeNode } from './node-watch';

const galera = (more: Record<string, string>): Record<string, string> => ({
  read_only: 'OFF',
  wsrep_on: 'ON',
  wsrep_provider: '/usr/lib/galera/libgalera_smm.so',
  wsrep_cluster_status: 'Primary',
  wsrep_ready: 'ON',
  wsrep_local_state: '4',
  ...more,
});

describe('judgeNode', () => {
  it.each<[string, Record<string, string>, string, string]>([
    ['a synced node of a cluster', galera({}), 'good', 'good'],
    [
      'a node cut off from its cluster',
      galera({ wsrep_cluster_status: 'non-Primary', wsrep_ready: 'OFF', wsrep_local_state: '0' }),
      'away',
      'not in the primary component',
    ],
    ['a node that starts', galera({ wsrep_ready: 'OFF', wsrep_local_state: '1' }), 'away', 'not ready'],
    ['a donor', galera({ wsrep_local_state: '2' }), 'poor', 'donor of a state transfer'],
    ['a joined node that catches up', galera({ wsrep_local_state: '3' }), 'poor', 'joining the cluster'],
    ['a read-only node', galera({ read_only: 'ON' }), 'poor', 'read-only'],
    [
      'MariaDB without a cluster',
      { read_only: 'OFF', wsrep_on: 'OFF', wsrep_provider: 'none' },
      'good',
      'good',
    ],
    ['MariaDB 12 with a read-only mode', { read_only: 'NO_LOCK' }, 'poor', 'read-only'],
    ['MySQL', { read_only: 'OFF', super_read_only: 'OFF', innodb_read_only: 'OFF' }, 'good', 'good'],
    ['a reader of Aurora', { read_only: 'OFF', innodb_read_only: 'ON' }, 'poor', 'read-only'],
    ['TiDB', { read_only: '0', tidb_super_read_only: 'OFF' }, 'good', 'good'],
    ['a server that knows none of the variables', {}, 'good', 'good'],
  ])('judges %s', (_name, settings, state, reason) => {
    expect(judgeNode(new Map(Object.entries(settings)))).toEqual({ state, reason });
  });
});

describe('chooseNode', () => {
  const good = { state: 'good', forMs: 60_000 } as const;
  const fresh = { state: 'good', forMs: 5000 } as const;
  const poor = { state: 'poor', forMs: 60_000 } as const;
  const away = { state: 'away', forMs: 60_000 } as const;

  it.each<[string, Parameters<typeof chooseNode>[0], number | undefined, number | undefined]>([
    ['starts with the first good node', [away, good, good], undefined, 1],
    ['stays while the node is good', [away, good, good], 1, 1],
    ['leaves a node that is away', [good, away, good], 1, 0],
    ['leaves a poor node for a good one', [poor, good, away], 0, 1],
    ['uses a poor node if none is good', [away, poor, away], 0, 1],
    ['stays on a poor node if no other is better', [poor, poor, away], 1, 1],
    ['returns to an earlier node that has been good for a while', [good, good, good], 2, 0],
    ['does not return to one that has just come back', [fresh, good, good], 2, 1],
    ['stays while all earlier nodes have just come back', [fresh, fresh, good], 2, 2],
    ['uses none if all are away', [away, away, away], 1, undefined],
  ])('%s', (_name, nodes, current, chosen) => {
    expect(chooseNode(nodes, current)).toBe(chosen);
  });
});
