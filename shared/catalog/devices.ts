import { Device, enumValues, isEnumValue } from './enums';

/** The devices by code, as REST and GraphQL name them. */
export const deviceNames = {
  [Device.PC]: 'pc',
  [Device.SMARTPHONE]: 'smartphone',
  [Device.TABLET]: 'tablet',
  [Device.OTHER]: 'other',
} as const;

export type DeviceName = (typeof deviceNames)[Device];

/** The outside name of a stored device code; an unknown code is 'other'. */
export function deviceName(code: number): DeviceName {
  return isEnumValue(Device, code) ? deviceNames[code] : 'other';
}

/** The stored code of an outside device name, or null for a name that is none. */
export function deviceCode(name: string): Device | null {
  return enumValues(Device).find((code) => deviceNames[code] === name) ?? null;
}
