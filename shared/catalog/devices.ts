import { Device, enumValues, isEnumValue } from './enums';

/** Names of the devices by stored code, as used in REST and GraphQL. */
export const deviceNames = {
  [Device.PC]: 'pc',
  [Device.SMARTPHONE]: 'smartphone',
  [Device.TABLET]: 'tablet',
  [Device.OTHER]: 'other',
} as const;

export type DeviceName = (typeof deviceNames)[Device];

/** Returns the public name of a stored device code; an unknown code is 'other'. */
export function deviceName(code: number): DeviceName {
  return isEnumValue(Device, code) ? deviceNames[code] : 'other';
}

/** Returns the stored code of a public device name, or null if it is unknown. */
export function deviceCode(name: string): Device | null {
  return enumValues(Device).find((code) => deviceNames[code] === name) ?? null;
}
