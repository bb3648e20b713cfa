import type { ComponentType } from 'react';
import type { FieldKind } from '../../../../../shared/settings';
import { ChoiceControl } from './choice-control';
import type { ControlProps } from './control';
import { DayControl } from './day-control';
import {
  LongTextControl,
  NumberControl,
  PasswordControl,
  TemplateControl,
  TextControl,
} from './text-control';
import { FlagControl } from './flag-control';
import { RefControl, RefsControl } from './ref-control';

/**
 * Input component by field kind. The form renders lists itself, from these inputs; screens render choices of
 * keys.
 */
const CONTROLS: Record<Exclude<FieldKind, 'list' | 'keys'>, ComponentType<ControlProps>> = {
  text: TextControl,
  long_text: LongTextControl,
  template: TemplateControl,
  email: TextControl,
  phone: TextControl,
  url: TextControl,
  domain: TextControl,
  ip_list: LongTextControl,
  password: PasswordControl,
  integer: NumberControl,
  money: NumberControl,
  number: NumberControl,
  measures: TextControl,
  emails: TextControl,
  language: TextControl,
  choice: ChoiceControl,
  flag: FlagControl,
  ref: RefControl,
  refs: RefsControl,
  day: DayControl,
};

export const controlOf = (kind: FieldKind): ComponentType<ControlProps> =>
  kind === 'list' || kind === 'keys' ? TextControl : CONTROLS[kind];
