import { CvCounting, CvDayBasis } from '../catalog';
import { isTimeZone, MAX_CLICK_WINDOW, ruleClickIds } from '../catalog/media-rule';
import { choice, flag, integer, ruleMessage, text, type Field, type Fields } from './fields';

const tested = (
  field: Field,
  message: ReturnType<typeof ruleMessage>,
  isValid: (value: string) => boolean,
): Field => ({
  ...field,
  rule: field.rule.test('known', message, (value) => value == null || isValid(String(value))),
});

/** Rule of a source of media costs: how the medium counts conversions. */
export const mediaRuleFields = {
  cvDayBasis: choice(CvDayBasis),
  clickWindowDays: integer({ min: 1, max: MAX_CLICK_WINDOW }),
  counting: choice(CvCounting),
  timeZone: tested(text({ max: 64 }), ruleMessage('invalidTimeZone'), isTimeZone),
  countsViews: flag(),
  clickId: tested(text(), ruleMessage('mustBeOneOf', { values: ruleClickIds.join(', ') }), (name) =>
    ruleClickIds.includes(name),
  ),
} as const satisfies Fields;
