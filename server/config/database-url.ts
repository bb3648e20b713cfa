/** Location of the database. */
export type DatabaseTarget = SqliteTarget | MysqlTarget;

export interface SqliteTarget {
  kind: 'sqlite';
  path: string;
}

export interface MysqlTarget {
  kind: 'mysql';
  hosts: { host: string; port: number }[];
  user: string;
  password: string;
  database: string;
}

/**
 * Parses `mysql://user:pass@host:port,host2:port/db` or `sqlite:PATH`.
 * @throws TypeError for anything else
 */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (/^sqlite:./.test(url)) return { kind: 'sqlite', path: url.slice('sqlite:'.length) };
  const match = /^(?:mysql|mariadb):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/([^/?#]+)$/.exec(url);
  if (!match) throw new TypeError('must be mysql://user:pass@host:port/db or sqlite:PATH');
  const [, user = '', password = '', hosts = '', database = ''] = match;
  return {
    kind: 'mysql',
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    database: decodeURIComponent(database),
    hosts: hosts.split(',').map(hostAndPort),
  };
}

/** Parses `host`, `host:port` or, for IPv6, `[address]:port`. */
function hostAndPort(entry: string): { host: string; port: number } {
  const [, address, name = '', port = '3306'] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? [];
  const host = address ?? name;
  if (host === '' || Number(port) < 1 || Number(port) > 65535)
    throw new TypeError(`${JSON.stringify(entry)} must be a host, or host:port with a port from 1 to 65535`);
  return { host, port: Number(port) };
}
