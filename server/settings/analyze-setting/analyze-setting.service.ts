import { z } from 'zod';
import { RoleType } from '../../../shared/catalog';
import { analyzeSettingFields, validate } from '../../../shared/settings';
import { keysOf, recordOf, type UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import { rejectStale } from '../../records/write/reject-stale';
import type { Database, Tx } from '../../db/database';
import { AnalyzeSetting } from './analyze-setting.entity';

/** The three custom items. */
const ITEMS = [1, 2, 3] as const;
/** Owner key of the company's settings. */
const COMPANY = 0;

/** Configuration of a custom item. */
interface Contents {
  readonly title: string;
  readonly columns: readonly string[];
  readonly axes: readonly string[];
  readonly attributes: readonly string[];
  readonly filters: ReadonlyArray<{ readonly name: string; readonly values: readonly string[] }>;
  readonly period: string | null;
  readonly comparison: string | null;
  readonly sort: string | null;
  readonly chart: string | null;
  readonly trend: string | null;
  readonly attributionModel: number | null;
  readonly evaluation: number | null;
}

/** A custom item as the actor sees it: their own, else the company's, else empty. */
export interface CustomItem extends Contents {
  readonly item: number;
  /** Origin of the configuration; 'standard' if the item was never configured. */
  readonly origin: 'user' | 'company' | 'standard';
  readonly version: number;
  readonly updatedAt: Date | null;
}

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
const contentNames = keysOf(storedContents.shape);

const EMPTY: Contents = { title: '', ...storedContents.parse({}) };

const itemOf = (item: number, row: AnalyzeSetting | undefined): CustomItem => {
  if (!row) return { item, origin: 'standard', version: 0, updatedAt: null, ...EMPTY };
  const stored = storedContents.parse(JSON.parse(row.settings ?? '{}'));
  return {
    item,
    origin: row.userId === null ? 'company' : 'user',
    version: row.version,
    updatedAt: row.updatedAt,
    ...stored,
    title: row.title,
  };
};

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

  /** Saves items, all or none: the actor's own, or with `forCompany` the company's (ADMIN only). */
  async save(actor: Actor, inputs: readonly UnknownRecord[], client: Client): Promise<CustomItem[]> {
    requireRight(actor, 'analyze', 'view');
    const parsed = inputs.map((input) => this.parseInput(actor, input));
    await this.db.write(async (tx) => {
      for (const one of parsed) await this.store(tx, actor, one, client);
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
      await this.record(tx, actor, client, {
        item,
        label: before.title,
        version: null,
        before,
        after: {},
        action: 'delete',
      });
    });
    return this.list(actor);
  }

  private ownerKey(actor: Actor, forCompany: boolean): number {
    if (!forCompany) return actor.userId;
    if (actor.role === RoleType.ADMIN) return COMPANY;
    throw new Failure('FORBIDDEN', 'forbidden', { fields: { forCompany: [{ key: 'notWritable' }] } });
  }

  private parseInput(actor: Actor, input: UnknownRecord) {
    const item = ITEMS.find((one) => one === Number(input.item));
    if (!item) throw badInput({ item: { key: 'mustBeOneOf', params: { values: ITEMS.join(', ') } } });
    const { values, errors } = validate(analyzeSettingFields, input);
    if (Object.keys(errors).length > 0) throw badInput(errors);
    const { forCompany, title, ...contents } = values;
    const version = input.version == null ? null : Number(input.version);
    return {
      item,
      ownerKey: this.ownerKey(actor, forCompany === true),
      title: String(title ?? ''),
      contents,
      version,
    };
  }

  private async store(
    tx: Tx,
    actor: Actor,
    given: ReturnType<AnalyzeSettingService['parseInput']>,
    client: Client,
  ): Promise<void> {
    const { item, ownerKey, title, contents, version } = given;
    const existing = await tx.manager.findOneBy(AnalyzeSetting, {
      companyId: actor.companyId,
      ownerKey,
      item,
    });
    const before = existing ? itemOf(item, existing) : null;
    if (version !== null && version !== (existing?.version ?? 0))
      await rejectStale(tx, 'analyzeSetting', item, version, existing?.version ?? 0, actor.companyId);
    const row =
      existing ??
      Object.assign(new AnalyzeSetting(), {
        companyId: actor.companyId,
        userId: ownerKey || null,
        ownerKey,
        item,
      });
    const saved = await tx.manager.save(
      Object.assign(row, { title, settings: JSON.stringify(contents), updatedAt: new Date(this.now()) }),
    );
    await this.record(tx, actor, client, {
      item,
      label: title,
      version: saved.version,
      before: before ?? {},
      after: itemOf(item, saved),
      action: before ? 'update' : 'create',
    });
  }

  private async record(
    tx: Tx,
    actor: Actor,
    client: Client,
    change: {
      item: number;
      label: string;
      version: number | null;
      before: Partial<CustomItem>;
      after: Partial<CustomItem>;
      action: 'create' | 'update' | 'delete';
    },
  ): Promise<void> {
    const fields = (one: Partial<CustomItem>) => ({
      title: one.title,
      ...recordOf(contentNames, (name) => one[name]),
    });
    const { item, before, after, ...rest } = change;
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      ...rest,
      entity: 'analyzeSetting',
      entityId: item,
      productId: null,
      before: fields(before),
      after: fields(after),
    });
  }
}
