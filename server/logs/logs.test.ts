import { texts } from '../../shared/i18n';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { Asp } from '../settings/asp/asp.entity';
import { documentSourceOf } from '../rest/document/field-words';
import { filtersOf, type LogFilter, type LogDefinition } from './log-definition';
import { logs, type LogName } from './logs';

jest.setTimeout(180_000);

const names = Object.keys(logs) as LogName[];
/** Columns that masked roles may not see (domain.md section 7). */
const PERSONAL = ['text', 'ip', 'user_id', 'args', 'other_key1', 'other_key2', 'other_key3'].flatMap(
  (name) => [`e.${name}`, `v_cv.${name}`],
);

describe('log records', () => {
  it.each(names)('%s mask every field, filter and keyword that reads a masked column', (name) => {
    const record: LogDefinition = logs[name];
    for (const [field, { source, label, computed, filters = {}, mask }] of Object.entries(record.fields)) {
      const read = [
        source?.sql,
        label?.id,
        ...Object.values(filters).map(({ sql }) => sql),
        ...(computed?.needs ?? []).map((need) => record.fields[need]?.source?.sql),
      ];
      const personal = read.filter((sql) =>
        PERSONAL.some((column) => new RegExp(`${column.replace('.', '\\.')}\\b`).test(sql ?? '')),
      );
      expect([field, personal.length > 0 && mask === undefined]).toEqual([field, false]);
    }
  });
});

describe('log labels', () => {
  it.each(names)('%s have a label for every field and filter, in every language', (name) => {
    const record: LogDefinition = logs[name];
    const { entity } = documentSourceOf(name);
    const visibleNames = [
      ...Object.entries(record.fields).flatMap(([field, { type }]) => (type ? [field] : [])),
      ...Object.keys(record.relations ?? {}),
    ];
    for (const { fields } of Object.values(texts)) {
      const labels: Readonly<Record<string, string>> = fields.label;
      expect(visibleNames.filter((field) => !labels[`${entity}_${field}`] && !labels[field])).toEqual([]);
    }
  });
});

/** Values of two different events, for every filterable column. */
const values: Readonly<Record<string, readonly [string | number, string | number]>> = {
  'e.ip': ['198.51.100.1', '2001:db8::7'],
  'e.device': [1, 3],
  'e.url': ['https://one.example/?q=1', 'https://two.example/?q=2#end'],
  'e.cv_type': [1, 0],
  'e.result_status': [1, 0],
  'v_cv.ip': ['198.51.100.1', '2001:db8::7'],
};
/** All filters by a column; filters by metric value, ad network and customer have their own tests. */
const cells = names.flatMap((log) =>
  Object.entries(filtersOf(logs[log])).flatMap(([filter, how]) =>
    // The times of all lists have a test of their own.
    how.sql === '' || how.kind === 'instant' ? [] : [[log, filter, how] as const],
  ),
);

onEachDatabase((dialect) => {
  describe('logs', () => {
    let api: ApiServer;
    let admin: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const ask = async (query: string, variables: object = {}, token = admin): Promise<Json> =>
      (await api.graphql(query, { token, variables })).body;

    /** Gives each of the two events its own variant. */
    async function variants(table: string): Promise<void> {
      const { open } = api.world;
      await api.database.db.write(async (tx) => {
        for (const [index, title] of ['one', 'two'].entries()) {
          const entry = await tx.insert(
            'INSERT INTO lpo_entry (redirect_id, position, title, url, rate) VALUES (?, ?, ?, ?, ?)',
            [open.redirects[0], 10 + index, title, 'https://open.example/', 0],
          );
          await tx.execute(`UPDATE ${table} SET lpo_entry_id = ? WHERE product_id = ? AND id = ?`, [
            entry,
            open.product,
            `open-${table === 'access' ? 'p' : 'c'}${index}`,
          ]);
        }
      });
    }

    /**
     * Gives the two events of the open product different values in a column; their ids and references differ
     * already.
     */
    async function differ(log: LogName, how: LogFilter): Promise<void> {
      const { table } = logs[log];
      // The fixture's rejected events differ in every column.
      if (table === 'bad_event') return;
      const { open } = api.world;
      if (how.refers === 'asp') {
        await api.database.db.write(async (tx) => {
          const asp = await tx.manager.save(
            Object.assign(new Asp(), { productId: open.product, aspName: 'second' }),
          );
          await tx.execute(`UPDATE ${table} SET asp_id = ? WHERE ad_id = ?`, [asp.id, open.ads[1]]);
          // The stored counts know the former network.
          await tx.execute('DELETE FROM rollup_log_asp_day WHERE product_id = ?', [open.product]);
          await tx.execute(
            `INSERT INTO rollup_log_asp_day (product_id, asp_id, day, result_count)
              SELECT product_id, asp_id, day, COUNT(*) FROM result WHERE product_id = ? GROUP BY product_id, asp_id, day`,
            [open.product],
          );
        });
      }
      if (how.sql === 'v_lpo.title') await variants(table);
      const column = /^(?:COALESCE\()?(?:e|v_cv)\.(\w+)(?:,.*)?$/.exec(how.sql)?.[1];
      if (!column || how.refers || ['id', 'event_id', 'visitor_id', 'user_id', 'result_id'].includes(column))
        return;
      const pair =
        values[how.sql] ??
        how.values
          ?.filter((value) => value !== null)
          .map((value) => (typeof value === 'boolean' ? Number(value) : value)) ??
        (how.type === 'text'
          ? [`one ${column}`, `two ${column}`]
          : how.type === 'bool'
            ? [0, 1]
            : [100, 200]);
      const source = how.sql.startsWith('v_cv.') ? 'conversion' : table;
      const key = source === 'conversion' ? 'event_id' : 'id';
      const mark = { access: 'p', conversion: 'o', interaction: 'c' }[source] ?? '';
      const idOf = (index: number) =>
        ({ result: open.results, postback: open.queued, conversion_send: open.sends })[source]?.[index] ??
        `open-${mark}${index}`;
      await api.database.db.write(async (tx) => {
        // Excluded views belong to no ad.
        const alone = source === 'access' && column === 'excluded_reason' ? ', ad_id = 0' : '';
        for (const index of [0, 1])
          await tx.execute(`UPDATE ${source} SET ${column} = ?${alone} WHERE product_id = ? AND ${key} = ?`, [
            pair[index] as string,
            open.product,
            idOf(index),
          ]);
      });
    }

    it.each(cells)('%s: the filter %s narrows the list', async (log, filter, how) => {
      await differ(log, how);
      const { open } = api.world;
      if (how.refers === 'cvSetting') {
        // Another setting counts one of the orders.
        const created = await ask(
          'mutation ($p: Int!, $title: String) { createCvSetting(input: { productId: $p, title: $title, cvType: 0, cvUrl: "https://open.example/2" }) { id } }',
          { p: open.product, title: log },
        );
        await api.database.db.write(async (tx) => {
          for (const table of ['conversion', 'conversion_send'])
            await tx.execute(`UPDATE ${table} SET cv_setting_id = ? WHERE event_id = 'open-o1'`, [
              created.data.createCvSetting.id,
            ]);
        });
      }
      if (filter === 'performanceCvAdId') {
        await api.database.db.write((tx) =>
          tx.execute('UPDATE conversion SET performance_ad_id = last_ad_id WHERE product_id = ?', [
            open.product,
          ]),
        );
      }
      const field = filter.replace(/Contains$/, '');
      const list = `${log}(productId: ${open.product}, sortName: "id")`;
      const { data } = await ask(`{ ${list} { results { id value: ${field} } } }`);
      const [first, second] = data[log].results;
      expect(first.value).not.toEqual(second.value);
      const type = {
        text: 'String',
        int: 'Int',
        float: 'Float',
        bool: 'Boolean',
        instant: 'DateTime',
        label: 'Int',
        textMap: 'TextMap',
      }[how.type];
      const narrowed = `query ($value: [${type}!]) { ${list.replace(')', `, filter: { ${filter}: $value })`)} { count results { id } } }`;
      // Free text matches a part in another case.
      const given = filter === field ? first.value : String(first.value).slice(1, -1).toUpperCase();
      for (const [value, ids] of [
        [given, [first.id]],
        [second.value, [second.id]],
      ] as const) {
        const answer = await ask(narrowed, { value: [value] });
        expect([filter, value, answer.data?.[log]]).toEqual([
          filter,
          value,
          { count: 1, results: ids.map((id) => ({ id })) },
        ]);
      }
      expect((await ask(narrowed, { value: [given, second.value] })).data[log].count).toBe(2);
      // First touches identify journeys.
      if (filter === 'firstTouch')
        await api.database.db.write((tx) =>
          tx.execute('UPDATE interaction SET first_touch = 1 WHERE product_id = ?', [open.product]),
        );
    });

    it.each(names)('%s: GraphQL refuses an unknown filter', async (log) => {
      expect((await ask(`{ ${log}(filter: { nothing: ["x"] }) { count } }`)).errors).toHaveLength(1);
    });

    it.each(['interactions', 'accesses', 'references', 'conversions'] as const)(
      '%s are filtered by the current ad networks of their ads',
      async (log) => {
        const { open } = api.world;
        const { db } = api.database;
        const [moved] = open.ads;
        const count = async (asp: number, token = admin): Promise<unknown> =>
          (
            await ask(
              `{ ${log}(productId: ${open.product}, filter: { aspId: [${asp}] }) { count } }`,
              {},
              token,
            )
          ).data?.[log]?.count;
        const all = Number(
          await ask(`{ ${log}(productId: ${open.product}) { count } }`).then(({ data }) => data[log].count),
        );
        const other = await db.write(({ manager }) =>
          manager.save(Object.assign(new Asp(), { productId: open.product, aspName: 'of one ad' })),
        );
        await db.write((tx) =>
          tx.execute('UPDATE ad SET asp_id = NULL WHERE product_id = ?', [open.product]),
        );
        expect(await count(other.id)).toBe(0);
        await db.write((tx) => tx.execute('UPDATE ad SET asp_id = ? WHERE id = ?', [other.id, moved]));
        const ofOne = Number(await count(other.id));
        expect([ofOne > 0, ofOne < all]).toEqual([true, true]);
        // REST uses the snake_case name.
        expect(
          (await api.rest(`/logs/${log}/?product_id=${open.product}&asp_id=${other.id}`, { token: admin }))
            .body.count,
        ).toBe(ofOne);
        await db.write((tx) =>
          tx.execute('UPDATE ad SET asp_id = ? WHERE product_id = ?', [open.asp, open.product]),
        );
      },
    );

    it('filters addresses by ranges', async () => {
      const { open } = api.world;
      const count = async (range: string): Promise<unknown> => {
        const { status, body } = await api.rest(
          `/logs/accesses/?product_id=${open.product}&ip_address=${encodeURIComponent(range)}`,
          { token: admin },
        );
        return status === 200 ? body.count : [status, body.errors];
      };
      await differ('accesses', filtersOf(logs.accesses).ipAddress as LogFilter);
      const expected: [string, unknown][] = [
        ['198.51.100.1', 1],
        ['198.51.100.0/24', 1],
        ['198.51.100.0/31', 1],
        ['198.51.100.2/31', 0],
        ['198.51.100.1/32', 1],
        ['198.51.0.0/16', 1],
        ['198.51.96.0/21', 1],
        ['198.51.104.0/21', 0],
        ['192.0.0.0/4', 1],
        ['0.0.0.0/0', 1],
        ['2001:db8::/32', 1],
        ['2001:db9::/32', 0],
        ['2001:db8::7/128', 1],
        ['198.51.100.0/24,2001:db8::/32', 2],
        ['1.2.3.4/33', [400, { ip_address: ['invalid IP format'] }]],
        ['2001:db8::/33', [400, { ip_address: ['invalid IP format'] }]],
      ];
      for (const [range, rowCount] of expected)
        expect([range, await count(range)]).toEqual([range, rowCount]);
      const ranges = (n: number): string => Array.from({ length: n }, (_, i) => `${i + 1}.128.0.0/9`).join();
      expect(await count(ranges(100))).toBe(0);
      expect(await count(ranges(101))).toEqual([400, { ip_address: [expect.any(String)] }]);
    });

    it('identifies a conversion by its event, and by setting if several share one', async () => {
      const { open } = api.world;
      const [row] = await api.database.db.read<Json>("SELECT * FROM conversion WHERE event_id = 'open-o0'");
      const { id: _id, ...copy } = row;
      const [other] = await api.database.db.read<{ id: number }>(
        'SELECT MAX(id) AS id FROM cv_setting WHERE product_id = ?',
        [open.product],
      );
      const twin = { ...copy, cv_setting_id: other?.id };
      await api.database.db.write((tx) =>
        tx.execute(
          `INSERT INTO conversion (${Object.keys(twin).join(', ')}) VALUES (${Object.keys(twin)
            .map(() => '?')
            .join(', ')})`,
          Object.values(twin),
        ),
      );
      for (const setting of [open.cvSetting, other?.id]) {
        const { status, body } = await api.rest(
          `/logs/conversions/open-o0/?product_id=${open.product}&cv_setting_id=${setting}`,
          { token: admin },
        );
        expect([status, body.id, body.conversion_id, body.event_id, body.cv_setting_id]).toEqual([
          200,
          'open-o0',
          'open-o0',
          'open-o0',
          setting,
        ]);
      }
      expect(
        (await api.rest('/logs/conversions/open-o0/?cv_setting_id=987654', { token: admin })).status,
      ).toBe(404);
      expect((await api.rest('/logs/conversions/1/', { token: admin })).status).toBe(404);
    });
  });
});
