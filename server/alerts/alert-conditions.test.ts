import { onEachDatabase } from '../db/testing/databases';
import { alertFixture } from './testing/alert-fixture';

jest.setTimeout(180_000);

/** Yesterday, the first ad has 10 clicks and the second 100; both usually have 100. */
const EACH_AD = { scope: 2 };

onEachDatabase((dialect) => {
  describe('conditions of an alert', () => {
    const fixture = alertFixture(dialect);
    const raised = async (more: object): Promise<number> => {
      const id = await fixture.createAlert(more);
      await fixture.watch();
      return (await fixture.history(id)).firings.length;
    };

    it.each([
      ['no condition', EACH_AD, 1],
      ['one that the raised ad meets', { ...EACH_AD, figures: 'ad_click_count<=10' }, 1],
      ['one that it misses', { ...EACH_AD, figures: 'ad_click_count>=50' }, 0],
      ['all of several', { ...EACH_AD, figures: 'ad_click_count>=5,ad_click_count<20' }, 1],
      ['only one of several', { ...EACH_AD, figures: 'ad_click_count>=5,ad_click_count>20' }, 0],
      ['a ratio without a value', { ...EACH_AD, figures: 'cpa<1000000' }, 0],
      ['the whole product', { figures: 'ad_click_count=110' }, 1],
      ['the whole product below the bound', { figures: 'ad_click_count>110' }, 0],
    ])('judge %s', async (_name, more, firings) => {
      expect(await raised(more)).toBe(firings);
    });

    it.each(['nonsense', 'ad_click_count>=', 'nothing>1', 'custom_1>1', Array(11).fill('cpa>1').join()])(
      'refuse %s, naming the field',
      async (figures) => {
        const { status, body } = await fixture.call('POST', '/alerts/', {
          product_id: fixture.product(),
          title: 'x',
          measure: 'cpa',
          rule: 1,
          threshold: 1,
          channel: 2,
          webhook_url: 'https://hooks.example/x',
          figures,
        });
        expect([status, Object.keys(body.errors)]).toEqual([400, ['figures']]);
        expect(body.errors.figures[0]).toContain('cv_total_final>=3');
      },
    );

    it('are stored, changed and cleared, and restart the alert', async () => {
      const id = await fixture.createAlert({ ...EACH_AD, figures: 'ad_click_count>=50' });
      const saved = await fixture.call('GET', `/alerts/${id}/`);
      expect(saved.body.figures).toBe('ad_click_count>=50');
      const tried = await fixture.call('POST', `/alerts/${id}/try/`, {});
      expect([tried.status, tried.body.raised, tried.body.judged]).toEqual([200, 0, 1]);
      const cleared = await fixture.call('PATCH', `/alerts/${id}/`, { figures: null });
      expect([cleared.status, cleared.body.figures]).toEqual([200, null]);
    });
  });
});
