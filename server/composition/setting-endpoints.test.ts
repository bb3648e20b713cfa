import { RoleType } from '../../shared/catalog';
import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { settingOperations, callers, type Caller } from './testing/endpoints';
import { adOperations, DAYS, everyone, operationCases, type Own } from './testing/setting-operations';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('setting endpoints', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const code = async (caller: Caller | null, query: string): Promise<string> => {
      const { body } = await api.graphql(query, { token: caller && (await api.tokenOf(caller.email)) });
      return body.errors?.[0]?.extensions.code ?? 'OK';
    };
    const ownOf = ({ company, role }: Caller): Own => {
      const { open, foreign, users } = api.world;
      const product = company === 'alpha' ? open : foreign;
      const user = company === 'beta' ? foreign.user : (Object.values(users)[role - 1] as number);
      return {
        ad: product.ads[0],
        asp: product.asp,
        product: product.product,
        user,
        alert: product.further.alert ?? 0,
      };
    };
    const strangeOf = ({ company, role }: Caller): Own[] => {
      const { open, closed, foreign, users } = api.world;
      const of = (product: typeof open, user: number, ad = 0) => ({
        ad: product.ads[ad as 0 | 1],
        asp: product.asp,
        product: product.product,
        user,
        alert: product.further.alert ?? 0,
      });
      if (company === 'beta') return [of(open, users.manager), of(closed, users.admin)];
      const none = { alert: 987_654, ad: 987_654, asp: 987_654, product: 987_654, user: 987_654 };
      return [
        of(foreign, foreign.user),
        none,
        ...(role === RoleType.ADMIN ? [] : [of(closed, foreign.user)]),
      ];
    };

    it.each(settingOperations)('%s requires a token', async (name) => {
      expect(await code(null, operationCases[name].query(ownOf(callers[0] as Caller)))).toBe(
        'UNAUTHENTICATED',
      );
    });

    describe.each(callers.map((caller) => [caller.name, caller] as const))('%s', (_name, visitor) => {
      it.each(settingOperations)('%s requires the role’s right', async (name) => {
        const { query, open, ownAllowed } = operationCases[name];
        const result = await code(visitor, query(ownOf(visitor)));
        if (open.includes(visitor.role)) expect(['OK', 'NOT_FOUND']).toContain(result);
        else expect(result).toBe(ownAllowed ? 'OK' : 'FORBIDDEN');
      });

      it.each(settingOperations.filter((name) => operationCases[name].refusal))(
        '%s finds nothing that the user can’t see',
        async (name) => {
          const { hidden, refusal, open } = operationCases[name];
          const mayAsk =
            open.includes(visitor.role) &&
            (open !== everyone || adOperations.includes(name) || visitor.role === RoleType.ADMIN);
          for (const strange of strangeOf(visitor))
            expect([strange, await code(visitor, hidden?.(strange) ?? '')]).toEqual([
              strange,
              mayAsk ? refusal : 'FORBIDDEN',
            ]);
        },
      );
    });

    it('an agency finds no ad of another agency', async () => {
      const agency = callers.find(({ role }) => role === RoleType.AGENCY) as Caller;
      const [, theirs] = api.world.open.ads;
      expect(await code(agency, `{ adResultSettings(id: ${theirs}) { adId } }`)).toBe('NOT_FOUND');
      expect(await code(agency, `{ adLinkStates(adId: ${theirs}) { kind } }`)).toBe('NOT_FOUND');
      for (const operation of ['adPaths', 'adResultStates']) {
        const inner = operation === 'adPaths' ? 'conversions' : 'count';
        expect(
          await code(
            agency,
            `{ ${operation}(productId: ${api.world.open.product}, adId: ${theirs}, ${DAYS}) { ${inner} } }`,
          ),
        ).toBe('FORBIDDEN');
      }
      expect(
        await code(
          agency,
          `{ dailyFigures(productId: ${api.world.open.product}, adIds: [${theirs}], ${DAYS}) { days { day } } }`,
        ),
      ).toBe('FORBIDDEN');
      expect(await code(agency, `mutation { updateAds(ids: [${theirs}], input: { status: false }) }`)).toBe(
        'NOT_FOUND',
      );
      const named = JSON.stringify(`id,ad_name\n${theirs},stolen\n`);
      const { body } = await api.graphql(
        `mutation { importAds(productId: ${api.world.open.product}, csv: ${named}, dryRun: false) { refused applied } }`,
        { token: await api.tokenOf(agency.email) },
      );
      expect(body.data.importAds).toEqual({ refused: 1, applied: false });
    });

    it('items of the company require an ADMIN', async () => {
      for (const caller of callers) {
        const result = await code(
          caller,
          'mutation { updateAnalyzeSettings(settings: [{ item: 1, columns: ["cpa"], forCompany: true }]) { item } }',
        );
        expect([caller.name, result]).toEqual([
          caller.name,
          caller.role === RoleType.ADMIN ? 'OK' : 'FORBIDDEN',
        ]);
      }
    });
  });
});
