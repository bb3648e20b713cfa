import { validate, type Fields, type ValidateOptions } from '../../../shared/settings';
import { badInput } from '../../auth/failure';
import type { Input, Values } from '../setting-definition';

/** Returns the valid values of an input. @throws BAD_USER_INPUT with messages by field */
export function validInput(fields: Fields, input: Input, options?: ValidateOptions): Values {
  const { values, errors } = validate(fields, input, options);
  if (Object.keys(errors).length > 0) throw badInput(errors);
  return values;
}
