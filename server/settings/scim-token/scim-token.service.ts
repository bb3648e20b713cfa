import { RoleType } from '../../../shared/catalog';
import { scimTokenFields } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { badInput, Failure } from '../../auth/failure';
import { newScimToken } from '../../auth/machine-tokens';
import { requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import type { Database } from '../../db/database';
import { ScimToken } from './scim-token.entity';

/** Maximum number of tokens per company: enough to replace those of several identity providers. */
const MAX_TOKENS = 5;

/** A new token, which is shown only once. */
export interface CreatedScimToken {
  readonly scimToken: ScimToken;
  readonly token: string;
}

/** Returns the actor's company. SCIM creates administrators, so only administrators manage its tokens. */
function companyOf(actor: Actor, needed: 'view' | 'edit'): number {
  requireRight(actor, 'users', needed);
  if (actor.role !== RoleType.ADMIN) throw new Failure('FORBIDDEN', 'forbidden');
  return actor.companyId;
}

/** Manages the tokens with which a company's identity provider creates, changes and deactivates users. */
export class ScimTokenService {
  private readonly records: AuditedRecords<ScimToken>;

  constructor(
    private readonly db: Database,
    now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'scimToken',
      target: ScimToken,
      // The trail never holds the secret, even hashed.
      state: ({ name, prefix }) => ({ name, prefix }),
      label: ({ name }) => name,
      maySee: (actor, { companyId }) => companyId === actor.companyId,
    });
  }

  /** Returns the company's tokens without their secrets, oldest first. @throws FORBIDDEN */
  async list(actor: Actor): Promise<ScimToken[]> {
    const companyId = companyOf(actor, 'view');
    return this.db.reader.getRepository(ScimToken).find({ where: { companyId }, order: { id: 'ASC' } });
  }

  /** Creates a token. @throws FORBIDDEN, BAD_USER_INPUT */
  async create(actor: Actor, name: string, client: Client): Promise<CreatedScimToken> {
    const companyId = companyOf(actor, 'edit');
    const values = validInput(scimTokenFields, { name });
    const { secret: token, keyHash: tokenHash, prefix } = newScimToken();
    const scimToken = await this.records.create(
      actor,
      client,
      { companyId, name: String(values.name), tokenHash, prefix, lastUsedAt: null },
      async (tx) => {
        if ((await tx.manager.countBy(ScimToken, { companyId })) >= MAX_TOKENS)
          throw badInput({ name: { key: 'tooMany', params: { count: MAX_TOKENS } } });
      },
    );
    return { scimToken, token };
  }

  /** Revokes a token, effective immediately. @throws FORBIDDEN, NOT_FOUND */
  async revoke(actor: Actor, id: number, client: Client): Promise<true> {
    companyOf(actor, 'edit');
    return this.records.remove(actor, client, id, null);
  }
}
