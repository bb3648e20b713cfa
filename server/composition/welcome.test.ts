import type { Config } from '../config/config';
import { welcome } from './welcome';

const config = { publicUrl: 'https://console.example' } as Config;

it('prints the command for the first user if there is none', () => {
  expect(welcome(config, undefined, false)).toMatch(
    /^Inflow Console {2}https:\/\/console\.example\n {2}No user yet +npm run user -- create --email/,
  );
  expect(welcome(config, undefined, true)).toBe('Inflow Console  https://console.example');
});
