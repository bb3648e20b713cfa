import {
  closedFields,
  type FieldErrors,
  type Fields,
  settingRules,
  type SettingRules,
  validate,
} from '../../../shared/settings';
import { badInput, notWritable } from '../../auth/failure';
import type { Setting } from '../../db/columns';
import type { WriteContext } from '../audit/record';
import { fieldsOf, type Loaded } from './load-rows';
import type { Change, Input, SecretBox, Values, SettingDefinition, Wrong } from '../setting-definition';
import { validInput } from './valid-input';
import { sameValue } from '../select';

/**
 * Returns the input without changes to fields that are closed to the role: they keep their current values,
 * whether left out or sent unchanged.
 * @param current the stored values; for a new row the defaults
 * @throws FORBIDDEN naming the closed fields that would change
 */
function writableInput(fields: Fields, closed: ReadonlySet<string>, input: Input, current: Values): Input {
  const names = [...closed].filter((name) => name in fields);
  if (names.length === 0) return input;
  const sent = names.filter((name) => input[name] !== undefined);
  const { values } = validate(fields, Object.fromEntries(sent.map((name) => [name, input[name]])), {
    partial: true,
  });
  const wrong = sent.filter((name) => !sameValue(values[name], current[name]));
  if (wrong.length > 0) throw notWritable(...wrong);
  return { ...input, ...Object.fromEntries(names.map((name) => [name, current[name]])) };
}

/** How to read an input: as a whole row (absent means empty) or as changes to some fields. */
export type Mode = 'whole' | 'part';

/** Returns whether this server may call an address, as far as that is known without a name lookup. */
export type MayCall = (url: string) => boolean;

/** Returns the default values of absent fields. */
const absentValues = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.absent]));

const rulesOf = (setting: Pick<SettingDefinition, 'name'>): SettingRules => settingRules[setting.name];

/** Refuses a new webhook address that the server would never call. A stored one does not block other changes. */
function checkWebhookUrl<E extends Setting>(
  setting: SettingDefinition<E>,
  { values, current }: Change<E>,
  mayCall: MayCall,
): Wrong {
  const url = setting.calledUrl?.(values);
  if (typeof url !== 'string' || (current && url === setting.calledUrl?.(current.values)) || mayCall(url))
    return {};
  return { [setting.calledField ?? 'webhookUrl']: { key: 'addressNotCalled' } };
}

/**
 * Returns the errors in the fields of a new row, to report beside an error in its product.
 * @throws FORBIDDEN for fields that are closed to the role
 */
export function wrongFields<E extends Setting>(
  setting: SettingDefinition<E>,
  { actor }: WriteContext,
  input: Input,
): FieldErrors {
  const fields = fieldsOf(setting);
  const writable = writableInput(fields, closedFields(actor.role, setting.name), input, absentValues(fields));
  return validate(fields, writable, { cross: rulesOf(setting).cross }).errors;
}

/**
 * Validates an input against the setting's rules and the actor's role, and returns the resulting values.
 * @throws BAD_USER_INPUT or FORBIDDEN with messages by field
 */
export async function validateChange<E extends Setting>(
  setting: SettingDefinition<E>,
  context: WriteContext,
  given: {
    readonly input: Input;
    readonly mode: Mode;
    readonly current: Loaded<E> | null;
    readonly productId: number | null;
    readonly mayCall: MayCall;
    readonly secrets: SecretBox;
  },
): Promise<Change<E>> {
  const fields = fieldsOf(setting);
  const currentValues = given.current?.values ?? absentValues(fields);
  const input = writableInput(
    fields,
    closedFields(context.actor.role, setting.name),
    given.input,
    currentValues,
  );
  const values = validInput(fields, input, {
    partial: given.mode === 'part',
    cross: rulesOf(setting).cross,
    current: given.mode === 'part' ? currentValues : undefined,
    stored: given.current?.values,
  });
  const change: Change<E> = {
    context,
    current: given.current,
    input: given.input,
    values: { ...currentValues, ...values },
    productId: given.productId,
    secrets: given.secrets,
  };
  const wrong = { ...checkWebhookUrl(setting, change, given.mayCall), ...(await setting.validate?.(change)) };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  return change;
}
