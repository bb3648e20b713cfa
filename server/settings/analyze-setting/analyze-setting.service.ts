import { z } from 'zod';
import { RoleType } from '../../../shared/catalog';
import { analyzeSettingFields } from '../../../shared/settings';
import { keysOf, recordOf, type UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, notFound, notWritable } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange, type WriteContext } from '../../records/audit/record';
import { sameValue } from '../../records/select';
import { requireVersion } from '../../records/write/require-version';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
import { readJson } from '../../db/columns';
import { AnalyzeSetting } from './analyze-setting.entity';

/** The three custom items. */
const ITEMS = [1, 2, 3] as const;
/** Owner key of the company's settings. */
const COMPANY = 0;

const texts = z.array(z.string());
/** Stored contents besides the title. Filter parts that were left out on saving are missing. */
const storedContents = z.object({
  columns: texts.default([]),
  axes: texts.default(['ad']),
  attributes: texts.default([]),
  filters: z
    .array(
      z.object({
        name: z
          .string()
          .nullish()
          .transform((name) => name ?? ''),
        values: texts.nullish().transform((values) => values ?? []),
      }),
    )
    .default([]),
  period: z.string().nullable().default(null),
  comparison: z.string().nullable().default(null),
  sort: z.string().nullable().default(null),
  chart: z.string().nullable().default(null),
  trend: z.string().nullable().default(null),
  attributionModel: z.number().nullable().default(null),
  evaluation: z.number().nullable().default(null),
});
type Contents = z.output<typeof storedContents> & { readonly title: string };

/** A custom item as the actor sees it: their own, else the company's, else empty. */
export interface CustomItem extends Contents {
  readonly item: number;
  /** Origin of the configuration; 'standard' if the item was never configured. */
  readonly origin: 'user' | 'company' | 'standard';
  readonly version: number;
  readonly updatedAt: Date | null;
}

const contentNames = keysOf(storedContents.shape);

const EMPTY: Contents = { title: '', ...storedContents.parse({}) };

const itemOf = (item: number, row: AnalyzeSetting | undefined): CustomItem => {
  if (!row) return { item, origin: 'standard', version: 0, updatedAt: null, ...EMPTY };
  const stored = readJson(storedContents, row.settings ?? '{}');
  return {
    item,
    origin: row.userId === null ? 'company' : 'user',
    version: row.version,
    updatedAt: row.updatedAt,
    ...stored,
    title: row.title,
  };
};

/** Returns the fields that the audit trail records. */
const stateOf = (item: CustomItem): UnknownRecord => ({
  title: item.title,
  ...recordOf(contentNames, (name) => item[name]),
});

/**
 * Returns whether an input is what the actor read: their own item, or the company's or the empty one that they
 * see in its place.
 */
const isUnchanged = (input: UnknownRecord, current: CustomItem | undefined): boolean =>
  current !== undefined &&
  input.forCompany !== true &&
  input.version === current.version &&
  Object.entries(stateOf(current)).every(([name, value]) => sameValue(input[name], value));

/** Records a change of an item in the audit trail: from or to null if it was not configured. */
async function record(
  context: WriteContext,
  before: CustomItem | null,
  after: CustomItem | null,
): Promise<void> {
  const current = after ?? before;
  if (!current) return;
  await recordChange(context, {
    entity: 'analyzeSetting',
    entityId: current.item,
    productId: null,
    label: current.title,
    action: before && after ? 'update' : after ? 'create' : 'delete',
    version: after?.version ?? null,
    before: before ? stateOf(before) : {},
    after: after ? stateOf(after) : {},
  });
}

/** Manages custom analysis items 1 to 3, of each user or of the whole company. */
export class AnalyzeSettingService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns all three items. */
  async list(actor: Actor): Promise<CustomItem[]> {
    requireRight(actor, 'analyze', 'view');
    const rows = await this.db.reader.getRepository(AnalyzeSetting).find({
      where: [COMPANY, actor.userId].map((ownerKey) => ({ companyId: actor.companyId, ownerKey })),
    });
    return ITEMS.map((item) => {
      const both = rows.filter((row) => row.item === item);
      return itemOf(item, both.find(({ userId }) => userId !== null) ?? both[0]);
    });
  }

  /**
   * Saves items, all or none: the actor's own, or with `forCompany` the company's (ADMIN only). Items sent back
   * unchanged stay as they are.
   */
  async save(actor: Actor, inputs: readonly UnknownRecord[], client: Client): Promise<CustomItem[]> {
    const current = new Map((await this.list(actor)).map((item) => [item.item, item]));
    const parsed = inputs
      .filter((input) => !isUnchanged(input, current.get(Number(input.item))))
      .map((input) => this.parseInput(actor, input));
    await this.db.write(async (tx) => {
      const context = createWriteContext(tx, actor, client, this.now());
      for (const one of parsed) await this.store(context, one);
    });
    return this.list(actor);
  }

  /** Deletes the actor's own item, which brings back the company's; with `forCompany` deletes the company's. */
  async reset(actor: Actor, item: number, forCompany: boolean, client: Client): Promise<CustomItem[]> {
    requireRight(actor, 'analyze', 'view');
    if (!ITEMS.some((one) => one === item)) throw notFound();
    const ownerKey = this.ownerKey(actor, forCompany);
    await this.db.write(async (tx) => {
      const row = await tx.manager.findOneBy(AnalyzeSetting, { companyId: actor.companyId, ownerKey, item });
      if (!row) return;
      const before = itemOf(item, row);
      await tx.manager.remove(row);
      await record(createWriteContext(tx, actor, client, this.now()), before, null);
    });
    return this.list(actor);
  }

  private ownerKey(actor: Actor, forCompany: boolean): number {
    if (!forCompany) return actor.userId;
    if (actor.role === RoleType.ADMIN) return COMPANY;
    throw notWritable('forCompany');
  }

  private parseInput(actor: Actor, input: UnknownRecord) {
    const item = ITEMS.find((one) => one === Number(input.item));
    if (!item) throw badInput({ item: { key: 'mustBeOneOf', params: { values: ITEMS.join(', ') } } });
    const { forCompany, title, ...contents } = validInput(analyzeSettingFields, input);
    const ownerKey = this.ownerKey(actor, forCompany === true);
    return { item, ownerKey, title: String(title ?? ''), contents, version: input.version };
  }

  private async store(
    context: WriteContext,
    { item, ownerKey, title, contents, version }: ReturnType<AnalyzeSettingService['parseInput']>,
  ): Promise<void> {
    const { tx, actor, at } = context;
    const key = { companyId: actor.companyId, ownerKey, item };
    const existing = await tx.manager.findOneBy(AnalyzeSetting, key);
    const before = existing && itemOf(item, existing);
    await requireVersion(context, 'analyzeSetting', item, version, existing?.version ?? 0);
    const row = existing ?? Object.assign(new AnalyzeSetting(), { ...key, userId: ownerKey || null });
    const saved = await tx.manager.save(
      Object.assign(row, { title, settings: JSON.stringify(contents), updatedAt: at }),
    );
    await record(context, before, itemOf(item, saved));
  }
}
