import type { Config } from '../config/config';
import { welcome } from './welcome';

const config = { publicUrl: 'https://console.example' } as Config;

it('prints the page and the code for the first user if there is none', () => {
  expect(welcome(config, undefined, 'ABCDE-FGHJK')).toMatch(
    /^Inflow Console {2}https:\/\/console\.example\n {2}No user yet +open https:\/\/console\.example\/login,.+\n {2}Code +ABCDE-FGHJK$/,
  );
  expect(welcome(config, undefined, undefined)).toBe('Inflow Console  https://console.example');
});
