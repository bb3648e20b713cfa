import { deviceName } from './device-name';

it.each([
  [
    'Chrome / Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  [
    'Microsoft Edge / Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  ],
  [
    'Safari / iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox / macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'],
  ['curl', 'curl/8.5.0'],
  ['python-requests', 'python-requests/2.32'],
  [null, null],
  [null, ''],
  [null, '<>'],
])('names the device %s of its user agent', (name, ua) => {
  expect(deviceName(ua)).toBe(name);
});

it.each(['see https://evil.example/x now', `${'a'.repeat(512)}`, 'x\ny/1 z', '<b>/1 x'])(
  'keeps a made-up user agent short and plain: %j',
  (ua) => expect(deviceName(ua) ?? '').toMatch(/^[\w .-]{0,40}$/),
);
