import { callRest, RestError } from './rest';
import { tokenStore } from './token-store';

const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Response =>
  ({
    ok: status < 400,
    status,
    headers: { get: (name: string) => headers[name] ?? null },
    json: () => Promise.resolve(body),
  }) as unknown as Response;

describe('calls to REST endpoints', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'repeat a read once after %i, a write never',
    async (status) => {
      const once = jest.fn().mockResolvedValueOnce(answer(status)).mockResolvedValueOnce(answer(200));
      expect((await callRest('/x', {}, once)).status).toBe(200);
      const writing = jest.fn().mockResolvedValue(answer(status));
      await expect(callRest('/x', { method: 'POST' }, writing)).rejects.toBeInstanceOf(RestError);
      expect(writing).toHaveBeenCalledTimes(1);
    },
  );

  it('give up after the second failure, and never repeat other statuses', async () => {
    const failing = jest.fn().mockResolvedValue(answer(503));
    await expect(callRest('/x', {}, failing)).rejects.toMatchObject({ status: 503 });
    expect(failing).toHaveBeenCalledTimes(2);
    const wrong = jest.fn().mockResolvedValue(answer(400, { _message: ['no'] }));
    await expect(callRest('/x', {}, wrong)).rejects.toMatchObject({ status: 400, messages: ['no'] });
    expect(wrong).toHaveBeenCalledTimes(1);
  });

  it('send the token, except to sign-in', async () => {
    tokenStore.write({ access: 'a1', refresh: 'r1' });
    const fetcher = jest.fn().mockResolvedValue(answer(200));
    await callRest('/x', {}, fetcher);
    await callRest('/y', { method: 'POST', anonymous: true }, fetcher);
    expect(fetcher.mock.calls[0][1].headers).toHaveProperty('Authorization', 'Bearer a1');
    expect(fetcher.mock.calls[1][1].headers).not.toHaveProperty('Authorization');
  });

  it('report the wait time and the request id', async () => {
    const refused = jest.fn().mockResolvedValue(answer(429, { request_id: 'q-1' }, { 'Retry-After': '60' }));
    await expect(callRest('/x', { method: 'POST' }, refused)).rejects.toMatchObject({
      retryAfter: 60,
      requestId: 'q-1',
    });
  });
});
