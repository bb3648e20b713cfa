import { ResultFlag, ResultMethod } from '../../../../../shared/catalog';
import { NETWORKS } from '../../../../../shared/catalog/networks';
import { settingRules } from '../../../../../shared/settings';
import { formValues } from '../../../kit/form/form-definition';
import { changesOf, applyTemplate, isStillApplied } from './network-fill';

const named = (key: string) => NETWORKS.find((network) => network.key === key)!;
const EMPTY = formValues(settingRules.asp.fields);

describe('network template', () => {
  it('fills in the name of a new network, enables postbacks and selects the URL method', () => {
    const { after } = applyTemplate(named('taboola'), EMPTY);
    expect(after).toMatchObject({
      aspName: 'Taboola',
      aXclidFlag: true,
      aXclid: '{click_id}',
      resultFlag: ResultFlag.ACTIVE,
      resultMethod: ResultMethod.WEBHOOK_URL,
    });
  });

  it('keeps a typed name and the existing postback method', () => {
    const { after } = applyTemplate(named('taboola'), {
      ...EMPTY,
      aspName: '私のASP',
      resultFlag: ResultFlag.ACTIVE_ALWAYS,
    });
    expect(after).not.toHaveProperty('aspName');
    expect(after).not.toHaveProperty('resultFlag');
  });

  it('leaves postbacks off for media without a postback URL, and removes a macro if the network appends its own parameter', () => {
    expect(Object.keys(applyTemplate(named('google'), { ...EMPTY, aspName: 'x' }).after)).toEqual([
      'aXclidFlag',
      'aXclid',
    ]);
    expect(applyTemplate(named('a8'), { ...EMPTY, aXclid: '[cid]' })).toMatchObject({
      before: { aXclid: '[cid]' },
      after: { aXclid: null },
    });
  });

  it('lists only fields that still differ from their previous values', () => {
    const values = { ...EMPTY, aspName: 'x', aXclidFlag: true, aXclid: '{gclid}' };
    const same = applyTemplate(named('google'), values);
    expect([same.before, same.after, changesOf(same, values), isStillApplied(same, values)]).toEqual([
      {},
      {},
      [],
      true,
    ]);
    const other = applyTemplate(named('google'), { ...values, aXclid: 'old' });
    expect(changesOf(other, { ...values, aXclid: 'edited' })).toEqual([
      { field: 'aXclid', before: '"old"', after: '"edited"' },
    ]);
    expect(isStillApplied(other, { ...values, aXclid: 'edited' })).toBe(false);
  });
});
