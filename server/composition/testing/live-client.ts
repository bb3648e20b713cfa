import type { ApiServer, Json } from './api-server';

/** Event of a live stream. */
export interface LiveEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: Json;
}

/** Returns the complete events of a stream's text. */
export const eventsOf = (text: string): LiveEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      const name = fields.get('event');
      return name
        ? [{ name, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') as Json }]
        : [];
    });

/** Client that follows a live stream. */
export class LiveClient {
  private text = '';
  private isClosed = false;
  private onChange: () => void = () => undefined;

  private constructor(
    readonly response: Response,
    private readonly aborter: AbortController,
  ) {
    void this.follow().catch(() => undefined);
  }

  static async open(
    api: Pick<ApiServer, 'url'>,
    productId: number,
    token: string,
    { query = '', lastId }: { query?: string; lastId?: string } = {},
  ): Promise<LiveClient> {
    const aborter = new AbortController();
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    const url = `${api.url}/api/v1/products/${productId}/live/?${query}`;
    for (;;) {
      const response = await fetch(url, { headers, signal: aborter.signal });
      // Streams that the test closed before may still be open on the server.
      if (response.status !== 429) return new LiveClient(response, aborter);
    }
  }

  get events(): LiveEvent[] {
    return eventsOf(this.text);
  }

  of(name: string): LiveEvent[] {
    return this.events.filter((event) => event.name === name);
  }

  /** Returns how many rows of a kind passed or were counted. */
  total(kind: string): number {
    const counted = this.of('counts').reduce((sum, { data }) => sum + Number(data[kind] ?? 0), 0);
    return this.of(kind).length + counted;
  }

  /** Waits until the events meet a condition, or the stream ends. */
  async until(isMet: (client: LiveClient) => boolean): Promise<void> {
    while (!isMet(this) && !this.isClosed) await new Promise<void>((resolve) => (this.onChange = resolve));
    if (!isMet(this)) throw new Error(`The stream ended: ${this.text.slice(-500)}`);
  }

  close(): void {
    this.aborter.abort();
  }

  private async follow(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? []) {
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
        this.onChange();
      }
    } finally {
      this.isClosed = true;
      this.onChange();
    }
  }
}
