import type { Actor } from '../auth/actor';
import { Failure, notFound } from '../auth/failure';
import type { Client } from '../auth/sessions';
import type { Database } from '../db/database';
import { execute, select } from '../db/statements';
import { recordChange, type WriteContext } from '../records/audit/record';
import type { WriteService } from '../records/write/write.service';
import { User } from '../settings/user/user.entity';
import { listResponse } from './discovery';
import { patchedAttributes } from './patch';
import { alreadyUsed, invalidValue } from './scim-error';
import { setAttributes, userInput, userResource, type UserAttributes } from './user-attributes';
import { userQuery } from './user-query';

/** Requires the attribute that a whole resource must have. */
function requireUserName(attributes: UserAttributes): UserAttributes {
  if (attributes.userName === undefined) throw invalidValue('userName: required');
  return attributes;
}

/** Reports an e-mail address in use as SCIM does. The holder may belong to another company, so nothing is said of it. */
function asUniqueness(error: unknown): unknown {
  const isTaken =
    error instanceof Failure && error.details.fields?.email?.some(({ key }) => key === 'alreadyUsed');
  return isTaken ? alreadyUsed('userName') : error;
}

/** Reads and writes the users of a company for its identity provider, through the settings engine. */
export class ScimUsers {
  /** @param base URL of the SCIM endpoints */
  constructor(
    private readonly db: Database,
    private readonly writer: WriteService<User>,
    readonly base: string,
  ) {}

  /** Returns users of the company, oldest first. @throws ScimError for an unsupported filter */
  async list({ companyId }: Actor, parameters: Readonly<Record<string, unknown>>): Promise<object> {
    const { where, startIndex, count } = userQuery(parameters);
    const [users, total] = await this.db.reader.getRepository(User).findAndCount({
      where: { ...where, companyId },
      order: { id: 'ASC' },
      skip: startIndex - 1,
      take: Math.max(1, count),
    });
    const resources = users.slice(0, count).map((user) => userResource(user, this.base));
    return listResponse(resources, total, startIndex);
  }

  /** @throws NOT_FOUND */
  async get({ companyId }: Actor, id: number): Promise<object> {
    const user = await this.db.reader.getRepository(User).findOneBy({ id, companyId });
    if (!user) throw notFound();
    return userResource(user, this.base);
  }

  /** Creates a user without a password. */
  create(actor: Actor, body: object, client: Client): Promise<User> {
    const { externalId = null, ...attributes } = requireUserName(setAttributes({}, body));
    return this.write(actor, client, async (context) => {
      const change = await this.writer.validate(context, userInput(attributes, null), 'whole', null);
      await this.requireFree(context, externalId, 0);
      const row = Object.assign(this.writer.newRow(change), { externalId });
      await this.writer.store(context, [{ change, row }]);
      return row;
    });
  }

  /** Sets the attributes of a resource; absent ones stay as they are. */
  replace(actor: Actor, id: number, body: object, client: Client): Promise<object> {
    const attributes = requireUserName(setAttributes({}, body));
    return this.change(actor, id, client, () => attributes);
  }

  /** Applies the operations of a PATCH request. */
  patch(actor: Actor, id: number, body: object, client: Client): Promise<object> {
    return this.change(actor, id, client, ({ roleType }) => patchedAttributes(body, roleType));
  }

  /** Deactivates a user: the logs name users, so they are never deleted from here. */
  deactivate(actor: Actor, id: number, client: Client): Promise<object> {
    return this.change(actor, id, client, () => ({ active: false }));
  }

  private async change(
    actor: Actor,
    id: number,
    client: Client,
    attributesOf: (user: User) => UserAttributes,
  ): Promise<object> {
    const user = await this.write(actor, client, async (context) => {
      const current = await this.load(context, id);
      const attributes = attributesOf(current);
      const { externalId = current.externalId } = attributes;
      if (externalId !== current.externalId) await this.link(context, current, externalId);
      await this.writer.change(context, [{ id, input: userInput(attributes, current) }], 'part');
      return this.load(context, id);
    });
    return userResource(user, this.base);
  }

  private async load(context: WriteContext, id: number): Promise<User> {
    const loaded = (await this.writer.load(context, [id])).get(id);
    if (!loaded) throw notFound();
    return loaded.row;
  }

  /** Changes the user's id at the identity provider, which is no field of the setting. */
  private async link(context: WriteContext, user: User, externalId: string | null): Promise<void> {
    const { id, userName, version, externalId: before } = user;
    await this.requireFree(context, externalId, id);
    await execute(context.tx)`UPDATE app_user SET external_id = ${externalId}, version = ${version + 1},
      updated_at = ${context.at.getTime()} WHERE id = ${id}`;
    await recordChange(context, {
      entity: 'user',
      entityId: id,
      productId: null,
      label: userName,
      action: 'update',
      version: version + 1,
      before: { externalId: before },
      after: { externalId },
    });
  }

  /** @throws ScimError if another user of the company has the id */
  private async requireFree(
    { tx, actor }: WriteContext,
    externalId: string | null,
    id: number,
  ): Promise<void> {
    if (externalId === null) return;
    const [other] = await select(tx)`SELECT id FROM app_user WHERE company_id = ${actor.companyId}
      AND external_id = ${externalId} AND id <> ${id}`;
    if (other) throw alreadyUsed('externalId');
  }

  private async write<T>(
    actor: Actor,
    client: Client,
    work: (context: WriteContext) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.writer.transaction(actor, client, work);
    } catch (error) {
      throw asUniqueness(error);
    }
  }
}
