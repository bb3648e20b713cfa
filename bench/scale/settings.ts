import type { Measurement } from '../goals';
import { summarize, timed } from '../measure';
import { importBeside, seedBeside } from './beside';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

const ROUNDS = 20;
const CREATE =
  'mutation ($p: Int!, $name: String!) { createAd(input: { productId: $p, adName: $name }) { id } }';
const CHANGE = 'mutation ($id: Int!, $name: String!) { updateAd(id: $id, input: { adName: $name }) { id } }';
const DELETE = 'mutation ($id: Int!) { deleteAd(id: $id) }';

/** Milliseconds to create, to change and to delete each of some ads. */
type Times = readonly [number[], number[], number[]];

const deadlocks = async ({ db }: ScaleData): Promise<number> => {
  if (db.dialect === 'sqlite') return 0;
  const [row] = await db.read<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
  return Number(row?.Value ?? 0);
};

/** Measures ads that are created, changed and deleted beside a seed and an import of another product. */
export const measureSettings = async (
  data: ScaleData,
  { reader }: ProductProcess,
): Promise<Measurement[]> => {
  const change = async (): Promise<Times> => {
    const times: Times = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `beside ${round}`;
      let id = 0;
      const create = async () => {
        const text = await reader.ask(CREATE, { p: data.large, name });
        ({ id } = (JSON.parse(text) as { data: { createAd: { id: number } } }).data.createAd);
      };
      times[0].push(await timed(create));
      times[1].push(await timed(() => reader.ask(CHANGE, { id, name: `${name}!` })));
      times[2].push(await timed(() => reader.ask(DELETE, { id })));
    }
    return times;
  };
  await change();
  const alone = await change();
  const before = await deadlocks(data);
  const loaded: Times[] = [];
  for (const begin of [seedBeside(data), importBeside(data)]) {
    const end = await begin();
    try {
      loaded.push(await change());
    } finally {
      await end();
    }
  }
  const median = (values: readonly number[]): number => summarize(values).median;
  const ratios = loaded.flatMap((times) => times.map((each, kind) => median(each) / median(alone[kind]!)));
  const shown = [alone, ...loaded].map((times) => times.map((each) => median(each).toFixed(0)).join(' '));
  const where = data.where;
  return [
    {
      goal: 'settingsRatio',
      where,
      value: summarize([Math.max(...ratios)]),
      detail: `ms to create, change, delete: alone ${shown[0]}, beside a seed ${shown[1]}, an import ${shown[2]}`,
    },
    {
      goal: 'settingsWorst',
      where,
      value: summarize([Math.max(...loaded.flat(2)) / 1000]),
      detail: `${(await deadlocks(data)) - before} deadlocks meanwhile`,
    },
  ];
};
