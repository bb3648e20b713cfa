import { createHmac, timingSafeEqual } from 'node:crypto';
import { RoleType } from '../../../shared/catalog';
import { firstUserFields, validate } from '../../../shared/settings';
import type { AttemptLimit } from '../../auth/attempt-limit';
import { badInput, Failure } from '../../auth/failure';
import { hashPassword } from '../../auth/passwords';
import {
  findAccount,
  loginFailed,
  signInTries,
  type SessionStart,
  type TokenPair,
} from '../../auth/session-start';
import type { Client } from '../../auth/sessions';
import type { Database, Tx } from '../../db/database';
import { select } from '../../db/statements';
import { takeTurn } from '../../db/turn';
import { createUser } from './create-user';

/** Letters of a code; without those that look like others. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const GROUPS = 4;
const GROUP = 5;

/**
 * Returns the code with which the first user of an installation is made, in groups of letters. All processes
 * know the same one, because it follows from the installation's secret.
 */
export function firstUserCode(secret: string): string {
  const bytes = createHmac('sha256', secret).update('first user').digest();
  const letters = [...bytes.subarray(0, GROUPS * GROUP)].map((byte) => LETTERS[byte % LETTERS.length]);
  return Array.from({ length: GROUPS }, (_, i) => letters.slice(i * GROUP, (i + 1) * GROUP).join('')).join(
    '-',
  );
}

/** True if any user exists. */
export const hasUsers = async (tx: Pick<Tx, 'query'>): Promise<boolean> =>
  (await select(tx)`SELECT id FROM app_user LIMIT 1`).length > 0;

const isSame = (given: string, right: string): boolean => {
  const [a, b] = [given.replace(/[\s-]/g, '').toUpperCase(), right.replaceAll('-', '')].map((text) =>
    createHmac('sha256', 'code').update(text).digest(),
  );
  return timingSafeEqual(a!, b!);
};

export interface FirstUserInput {
  readonly code: string;
  readonly companyName: string;
  readonly productName: string;
  readonly userName: string;
  readonly email: string;
  readonly password: string;
}

interface FirstUserDeps {
  readonly db: Database;
  readonly secret: string;
  readonly start: SessionStart;
  readonly limit: AttemptLimit;
  readonly now: () => number;
}

/** Makes the first user of an empty installation, who proves by a code to read its log. */
export class FirstUserService {
  private readonly code: string;

  constructor(private readonly deps: FirstUserDeps) {
    this.code = firstUserCode(deps.secret);
  }

  /**
   * Creates an ADMIN with company, product and CV setting, and signs them in.
   * @throws UNAUTHENTICATED (wrong code), FORBIDDEN (there is a user already), BAD_USER_INPUT, RATE_LIMITED
   */
  async create(input: FirstUserInput, client: Client): Promise<TokenPair> {
    const { db, limit, start, now } = this.deps;
    const right = await limit.run([signInTries(client)], () => {
      const result = isSame(input.code, this.code);
      return Promise.resolve({ failed: !result, result });
    });
    if (!right) {
      const fields = { code: [{ key: 'wrongFirstCode' as const }] };
      throw new Failure('UNAUTHENTICATED', 'wrongFirstCode', { fields });
    }
    const { values, errors } = validate(firstUserFields, { ...input });
    if (Object.keys(errors).length > 0) throw badInput(errors);
    const name = String(values.userName);
    const user = {
      ...{ email: String(values.email), role: RoleType.ADMIN, name },
      ...{ company: String(values.companyName), product: String(values.productName) },
    };
    const passwordHash = await hashPassword(input.password);
    const { userId } = await db.write(async (tx) => {
      await takeTurn(tx, 'first user');
      if (await hasUsers(tx)) throw new Failure('FORBIDDEN', 'firstUserExists');
      return createUser(tx, user, passwordHash, (companyId) => ({
        tx,
        actor: { userId: null, companyId },
        client,
        at: new Date(now()),
        userName: () => Promise.resolve(name),
      }));
    });
    const account = await findAccount(db.readOnlyTx, { id: userId });
    if (!account) throw loginFailed();
    return start.begin(account, false, client);
  }
}
