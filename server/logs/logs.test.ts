import { texts } from '../../shared/i18n';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { COUNT_CAP } from '../crud/list.service';
import { onEachDatabase } from '../db/testing/databases';
import { StaleMarks } from '../journeys';
import { Asp } from '../modules/asp/asp.entity';
import { filedAs } from '../rest/document/titles';
import { filtersOf, type LogFilter, type LogRecord } from './log-record';
import { logs, type LogName } from './logs';

jest.setTimeout(180_000);

const names = Object.keys(logs) as LogName[];
/** Columns of which domain.md section 7 lets masked roles see nothing. */
const PERSONAL = ['text', 'ip', 'user_id', 'args', 'other_key1', 'other_key2', 'other_key3'].flatMap((name) => [`e.${name}`, `v_cv.${name}`]);

describe('the records of logs', () => {
  it.each(names)('%s mask whatever field, filter or keyword reads what is masked', (name) => {
    const record: LogRecord = logs[name];
    for (const [field, { source, label, computed, filters = {}, mask }] of Object.entries(record.fields)) {
      const read = [source?.sql, label?.id, ...Object.values(filters).map(({ sql }) => sql), ...(computed?.needs ?? []).map((need) => record.fields[need]?.source?.sql)];
      const personal = read.filter((sql) => PERSONAL.some((column) => new RegExp(`${column.replace('.', '\\.')}\\b`).test(sql ?? '')));
      expect([field, personal.length > 0 && mask === undefined]).toEqual([field, false]);
    }
  });
});

describe('the words of logs', () => {
  it.each(names)('%s have a label for every field and filter, in every language', (name) => {
    const record: LogRecord = logs[name];
    const { entity } = filedAs(name);
    const shown = [...Object.entries(record.fields).flatMap(([field, { type }]) => (type ? [field] : [])), ...Object.keys(record.relations ?? {})];
    for (const { fields } of Object.values(texts)) {
      const labels: Readonly<Record<string, string>> = fields.label;
      expect(shown.filter((field) => !labels[`${entity}_${field}`] && !labels[field])).toEqual([]);
    }
  });
});

/** Values of two different events, for every column that anything is filtered by. */
const values: Readonly<Record<string, readonly [string | number, string | number]>> = {
  'e.ip': ['198.51.100.1', '2001:db8::7'],
  'e.device': [1, 3],
  'e.repeated': [0, 1],
  'e.cv_type': [1, 0],
  'e.result_status': [1, 0],
  'v_cv.ip': ['198.51.100.1', '2001:db8::7'],
};
/** Every filter by a column; those by a figure, by the network of an ad and by a customer have tests of their own. */
const cells = names.flatMap((log) => Object.entries(filtersOf(logs[log])).flatMap(([filter, how]) => (how.sql === '' ? [] : [[log, filter, how] as const])));

onEachDatabase((dialect) => {
  describe('logs', () => {
    let api: ApiServer;
    let admin: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const ask = async (query: string, variables: object = {}, token = admin): Promise<Json> => (await api.graphql(query, { token, variables })).body;

    /** Gives the two events of the open product different values in a column; ids and references of theirs differ already. */
    async function differ(log: LogName, how: LogFilter): Promise<void> {
      const { table } = logs[log];
      // The world's refused events differ in everything.
      if (table === 'bad_event') return;
      const { open } = api.world;
      if (how.refers === 'asp') {
        await api.database.db.write(async (tx) => {
          const asp = await tx.manager.save(Object.assign(new Asp(), { productId: open.product, aspName: 'second' }));
          await tx.execute(`UPDATE ${table} SET asp_id = ? WHERE ad_id = ?`, [asp.id, open.ads[1]]);
        });
      }
      const column = /^(?:e|v_cv)\.(\w+)$/.exec(how.sql)?.[1];
      if (!column || how.refers || ['id', 'event_id', 'visitor_id', 'user_id', 'result_id'].includes(column)) return;
      const pair = values[how.sql] ?? (how.type === 'text' ? [`one ${column}`, `two ${column}`] : [100, 200]);
      // The address of a result is that of its conversion.
      const kept = table === 'result' && column === 'ip' ? 'conversion' : table;
      const key = kept === 'conversion' ? 'event_id' : 'id';
      const mark = { access: 'p', conversion: 'o', interaction: 'c' }[kept] ?? '';
      const idOf = (index: number) => ({ result: open.results, postback: open.queued })[kept]?.[index] ?? `open-${mark}${index}`;
      await api.database.db.write(async (tx) => {
        for (const index of [0, 1]) await tx.execute(`UPDATE ${kept} SET ${column} = ? WHERE product_id = ? AND ${key} = ?`, [pair[index] as string, open.product, idOf(index)]);
      });
    }

    it.each(cells)('%s: the filter %s narrows', async (log, filter, how) => {
      await differ(log, how);
      const { open } = api.world;
      if (how.refers === 'cvSetting') {
        // Another setting has one of the orders.
        const made = await ask('mutation ($p: Int!, $title: String) { createCvSetting(input: { productId: $p, title: $title, cvType: 0, cvUrl: "https://open.example/2" }) { id } }', { p: open.product, title: log });
        await api.database.db.write((tx) => tx.execute("UPDATE conversion SET cv_setting_id = ? WHERE event_id = 'open-o1'", [made.data.createCvSetting.id]));
      }
      if (filter === 'performanceCvAdId') {
        await api.database.db.write((tx) => tx.execute('UPDATE conversion SET performance_ad_id = last_ad_id WHERE product_id = ?', [open.product]));
      }
      const field = filter.replace(/Contains$/, '');
      const list = `${log}(productId: ${open.product}, sortName: "id")`;
      const { data } = await ask(`{ ${list} { results { id value: ${field} } } }`);
      const [first, second] = data[log].results;
      expect(first.value).not.toEqual(second.value);
      const type = { text: 'String', int: 'Int', float: 'Float', bool: 'Boolean', instant: 'DateTime', label: 'Int' }[how.type];
      const narrowed = `query ($value: [${type}!]) { ${list.replace(')', `, filter: { ${filter}: $value })`)} { count results { id } } }`;
      // A part, in another case, is enough for free text.
      const given = filter === field ? first.value : String(first.value).slice(1, -1).toUpperCase();
      for (const [value, ids] of [[given, [first.id]], [second.value, [second.id]]] as const) {
        const answer = await ask(narrowed, { value: [value] });
        expect([filter, value, answer.data?.[log]]).toEqual([filter, value, { count: 1, results: ids.map((id) => ({ id })) }]);
      }
      expect((await ask(narrowed, { value: [given, second.value] })).data[log].count).toBe(2);
    });

    it.each(names)('%s: a filter that is none is refused by GraphQL, and none of a door', async (log) => {
      expect((await ask(`{ ${log}(filter: { nothing: ["x"] }) { count } }`)).errors).toHaveLength(1);
    });

    it.each(['interactions', 'accesses', 'references', 'conversions'] as const)('%s are found by the networks that their ads have today', async (log) => {
      const { open } = api.world;
      const { db } = api.database;
      const [moved] = open.ads;
      const count = async (asp: number, token = admin): Promise<unknown> => (await ask(`{ ${log}(productId: ${open.product}, filter: { aspId: [${asp}] }) { count } }`, {}, token)).data?.[log]?.count;
      const all = Number(await ask(`{ ${log}(productId: ${open.product}) { count } }`).then(({ data }) => data[log].count));
      const other = await db.write(({ manager }) => manager.save(Object.assign(new Asp(), { productId: open.product, aspName: 'of one ad' })));
      await db.write((tx) => tx.execute('UPDATE ad SET asp_id = NULL WHERE product_id = ?', [open.product]));
      expect(await count(other.id)).toBe(0);
      await db.write((tx) => tx.execute('UPDATE ad SET asp_id = ? WHERE id = ?', [other.id, moved]));
      const ofOne = Number(await count(other.id));
      expect([ofOne > 0, ofOne < all]).toEqual([true, true]);
      // Over REST by its own name.
      expect((await api.rest(`/logs/${log}/?product_id=${open.product}&asp_id=${other.id}`, { token: admin })).body.count).toBe(ofOne);
      await db.write((tx) => tx.execute('UPDATE ad SET asp_id = ? WHERE product_id = ?', [open.asp, open.product]));
    });

    it('addresses are found by ranges', async () => {
      const { open } = api.world;
      const count = async (range: string): Promise<unknown> => {
        const { status, body } = await api.rest(`/logs/accesses/?product_id=${open.product}&ip_address=${encodeURIComponent(range)}`, { token: admin });
        return status === 200 ? body.count : [status, body.errors];
      };
      await differ('accesses', filtersOf(logs.accesses).ipAddress as LogFilter);
      const expected: [string, unknown][] = [
        ['198.51.100.1', 1], ['198.51.100.0/24', 1], ['198.51.100.0/31', 1], ['198.51.100.2/31', 0], ['198.51.100.1/32', 1], ['198.51.0.0/16', 1],
        ['198.51.96.0/21', 1], ['198.51.104.0/21', 0], ['192.0.0.0/4', 1], ['0.0.0.0/0', 1], ['2001:db8::/32', 1], ['2001:db9::/32', 0],
        ['2001:db8::7/128', 1], ['198.51.100.0/24,2001:db8::/32', 2], ['1.2.3.4/33', [400, { ip_address: ['invalid IP format'] }]],
        ['2001:db8::/33', [400, { ip_address: ['invalid IP format'] }]],
      ];
      for (const [range, found] of expected) expect([range, await count(range)]).toEqual([range, found]);
      const ranges = (n: number): string => Array.from({ length: n }, (_, i) => `${i + 1}.128.0.0/9`).join();
      expect(await count(ranges(100))).toBe(0);
      expect(await count(ranges(101))).toEqual([400, { ip_address: [expect.any(String)] }]);
    });

    it('a conversion is known by its event; settings that share one are told apart', async () => {
      const { open } = api.world;
      const [row] = await api.database.db.read<Json>("SELECT * FROM conversion WHERE event_id = 'open-o0'");
      const { id: _id, ...copy } = row;
      const [other] = await api.database.db.read<{ id: number }>("SELECT MAX(id) AS id FROM cv_setting WHERE product_id = ?", [open.product]);
      const twin = { ...copy, cv_setting_id: other?.id };
      await api.database.db.write((tx) => tx.execute(`INSERT INTO conversion (${Object.keys(twin).join(', ')}) VALUES (${Object.keys(twin).map(() => '?').join(', ')})`, Object.values(twin)));
      for (const setting of [open.cvSetting, other?.id]) {
        const { status, body } = await api.rest(`/logs/conversions/open-o0/?product_id=${open.product}&cv_setting_id=${setting}`, { token: admin });
        expect([status, body.id, body.conversion_id, body.event_id, body.cv_setting_id]).toEqual([200, 'open-o0', 'open-o0', 'open-o0', setting]);
      }
      expect((await api.rest('/logs/conversions/open-o0/?cv_setting_id=987654', { token: admin })).status).toBe(404);
      expect((await api.rest('/logs/conversions/1/', { token: admin })).status).toBe(404);
    });

    describe('pages', () => {
      const ROWS = 57;
      beforeAll(async () => {
        const { open, closed } = api.world;
        await api.database.db.write(async (tx) => {
          // Many at the same instant, and the same id in two products.
          for (let i = 0; i < ROWS; i += 1) {
            const row = [i % 2 ? open.product : closed.product, `place-${i >> 1}`, EVENT_TIME + Math.floor(i / 10) * 1000, 20260115, `v${i % 3}`, 'import', 1, 0, 0, 0, 0];
            await tx.execute('INSERT INTO access (product_id, id, time, day, visitor_id, door, device, ad_id, redirect_id, lpo_entry_id, stored_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)', row as (string | number)[]);
          }
          // As whoever stores rows does: days that are over are counted already.
          for (const { product } of [open, closed]) {
            const stale = new StaleMarks(product);
            stale.day(20260115);
            await stale.save(tx);
          }
        });
      });
      const FIELDS = 'count countExact next previous page results { id productId accessTime }';
      const page = async (args: string): Promise<Json> => {
        const { data, errors } = await ask(`{ accesses(${args}) { ${FIELDS} } }`);
        return data?.accesses ?? errors[0].extensions;
      };
      const keys = (rows: Json[]): string[] => rows.map(({ productId, id }) => `${productId} ${id}`);

      it.each([
        ['the newest first', 'pageSize: 7', undefined], ['the oldest first', 'pageSize: 7, sortAsc: true', undefined],
        ['by visitor', 'pageSize: 7, sortName: "visitorId", sortAsc: false', undefined], ['by id', 'pageSize: 7, sortName: "id"', undefined],
        ['of a filter', 'pageSize: 7, filter: { visitorId: ["v1"] }', undefined],
      ])('are the same by places and by numbers, forth and back: %s', async (_name, args) => {
        const all = keys((await page(`${args.replace('7', '9999')}`)).results);
        const reads = jest.spyOn(api.database.db, 'read');
        const forth: Json[] = [await page(args)];
        while (forth.at(-1).next) forth.push(await page(`${args}, after: "${forth.at(-1).next}"`));
        expect(forth.flatMap(({ results }) => keys(results))).toEqual(all);
        const back: Json[] = [forth.at(-1)];
        while (back[0].previous) back.unshift(await page(`${args}, before: "${back[0].previous}"`));
        expect(back.flatMap(({ results }) => keys(results))).toEqual(all);
        expect(back[0].previous).toBeNull();
        expect(new Set([...forth, ...back].map(({ count }) => count)).size).toBe(1);
        // Whatever lies before is never read.
        const offsets = reads.mock.calls.filter(([sql]) => /OFFSET/.test(sql)).map(([, params]) => params?.at(-1));
        reads.mockRestore();
        expect(offsets.length).toBeGreaterThan(3);
        expect(offsets.every((offset) => offset === 0)).toBe(true);
        // The last page is found from the end: as many rows as the pages before it leave.
        const last = await page(`${args}, before: "end"`);
        expect([keys(last.results), last.next]).toEqual([all.slice(-(all.length % 7 || 7)), null]);
        expect(keys((await page(`${args}, before: "${last.previous}"`)).results)).toEqual(keys(forth.at(-2).results));
        // A page by number knows the places too.
        const second = await page(`${args}, page: 2`);
        expect(keys((await page(`${args}, after: "${second.next}"`)).results)).toEqual(all.slice(14, 21));
        expect(keys((await page(`${args}, before: "${second.previous}"`)).results)).toEqual(all.slice(0, 7));
      });

      it('begin at a time', async () => {
        const at = (ms: number) => new Date(EVENT_TIME + ms).toISOString();
        const down = await page(`pageSize: 5, at: "${at(3000)}"`);
        expect(down.results[0].accessTime).toBe(new Date(EVENT_TIME + 3000).toISOString());
        const before = await page(`pageSize: 9999, before: "${down.previous}"`);
        expect(before.results.every(({ accessTime }: Json) => accessTime > at(3000))).toBe(true);
        expect(before.results.length).toBeGreaterThan(0);
        const up = await page(`pageSize: 5, sortAsc: true, at: "${at(3000)}"`);
        expect(up.results[0].accessTime).toBe(at(3000));
        expect((await page(`at: "${at(900_000_000)}"`)).previous).toBeNull();
      });

      it('refuse places of another order, broken ones, and orders without places', async () => {
        const { next } = await page('pageSize: 3');
        for (const args of [`after: "${next}", sortAsc: true`, `after: "${next}", sortName: "visitorId"`, 'after: "x"', 'before: "W10"', `after: "${Buffer.from('["accessTime",false,{},1,2]').toString('base64url')}"`]) {
          expect([args, (await page(args)).code]).toEqual([args, 'BAD_USER_INPUT']);
        }
        expect(await page(`after: "${next}", before: "${next}"`)).toMatchObject({ code: 'BAD_USER_INPUT', fields: { before: [expect.any(String)] } });
        for (const args of [`after: "${next}", sortName: "referrer"`, `after: "${next}", sortName: "ad"`, 'at: "2026-01-15T00:00:00Z", sortName: "visitorId"']) {
          expect([args, await page(args)]).toMatchObject([args, { code: 'BAD_USER_INPUT', fields: { sortName: [expect.any(String)] } }]);
        }
        expect(await page('pageSize: 3, sortName: "referrer"')).toMatchObject({ next: null, previous: null });
      });

      it('are not counted where nobody asks how many there are', async () => {
        const reads = jest.spyOn(api.database.db, 'read');
        expect(await page('pageSize: 5, count: NONE')).toMatchObject({ count: 5, countExact: false, next: expect.any(String) });
        expect(reads.mock.calls.filter(([sql]) => sql.includes('COUNT('))).toEqual([]);
        reads.mockRestore();
        expect(await page('pageSize: 5, count: NONE, before: "end"')).toMatchObject({ count: 5, next: null });
      });

      it('of what counts are found by no reason', async () => {
        const { product } = api.world.open;
        await api.database.db.write(async (tx) => {
          await tx.execute('UPDATE access SET excluded_reason = NULL WHERE product_id = ?', [product]);
          await tx.execute("UPDATE access SET excluded_reason = 'bot' WHERE product_id = ? AND id = 'place-1'", [product]);
        });
        const count = async (values: string) => (await page(`productId: ${product}, filter: { excludedReason: [${values}] }`)).count;
        const all = (await page(`productId: ${product}`)).count;
        expect([await count('"bot"'), await count('"none"'), await count('"none", "bot"'), await count('"excluded_ip"')]).toEqual([1, all - 1, all, 0]);
        await api.database.db.write((tx) => tx.execute("UPDATE access SET excluded_reason = NULL WHERE id = 'place-1'"));
      });

      it('say over REST whether the count is exact', async () => {
        const { open } = api.world;
        const { body } = await api.rest(`/logs/accesses/?product_id=${open.product}&page_size=3`, { token: admin });
        expect(body).toMatchObject({ count_exact: true, previous: null, next: expect.any(String) });
        const following = (await api.rest(`/logs/accesses/?product_id=${open.product}&page_size=3&after=${body.next}&count=capped`, { token: admin })).body;
        expect(following).toMatchObject({ count: body.count, count_exact: true });
        expect((await api.rest(`/logs/accesses/?count=roughly`, { token: admin })).status).toBe(400);
        const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
        const places = ['a', 'b', 'c', 'd', 'e'];
        await api.database.db.write((tx) =>
          tx.execute(
            `INSERT INTO access (product_id, id, time, day, visitor_id, door, device, ad_id, redirect_id, lpo_entry_id, stored_at)
             SELECT ${open.product}, CONCAT('many-', ${places.map((place) => `${place}.d`).join(', ')}), ${EVENT_TIME}, 20260115, 'many', 'import', 1, 0, 0, 0, 0
             FROM ${places.map((place) => `(${digits}) ${place}`).join(', ')}`,
          ),
        );
        const many = async (count: string) => {
          const answer = (await api.rest(`/logs/accesses/?product_id=${open.product}&page_size=1&count=${count}&visitor_id=many,v1`, { token: admin })).body;
          return [answer.count, answer.count_exact];
        };
        const own = (await api.rest(`/logs/accesses/?product_id=${open.product}&visitor_id=v1`, { token: admin })).body.count;
        expect(await many('exact')).toEqual([COUNT_CAP + own, true]);
        expect(await many('capped')).toEqual([COUNT_CAP, false]);
      });
    });
  });
});
