/** A decoded part of a mail. */
export interface MailPart {
  readonly type: string;
  readonly filename: string | undefined;
  readonly body: Buffer;
}

/** A parsed mail from the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Names in lower case, encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly MailPart[];
}

const fromLatin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const fromQuoted = (text: string): Buffer =>
  fromLatin1(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
  );

const decodedWords = (text: string): string =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/(?:=\?UTF-8\?([BQ])\?([^?]*)\?=)+/gi, (all) => {
    const words = [...all.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, how = '', word = '']) =>
      /b/i.test(how) ? Buffer.from(word, 'base64') : fromQuoted(word.replaceAll('_', ' ')),
    );
    return Buffer.concat(words).toString();
  });

function splitHeaders(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodedWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  );
  return { headers, body: end < 0 ? '' : text.slice(end + 4) };
}

function partsOf(text: string): MailPart[] {
  const { headers, body } = splitHeaders(text);
  const type = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const encoding = headers['content-transfer-encoding'] ?? '';
  const decode = /base64/i.test(encoding)
    ? Buffer.from(body, 'base64')
    : /quoted/i.test(encoding)
      ? fromQuoted(body)
      : fromLatin1(body);
  const filename = /filename="?([^";]+)"?/.exec(headers['content-disposition'] ?? '')?.[1];
  return [{ type: type.split(';')[0] ?? '', filename, body: decode }];
}

/**
 * Parses a mail.
 * @param content its bytes as Latin-1
 */
export const parseMail = (content: string): Pick<ReceivedMail, 'headers' | 'parts'> => ({
  headers: splitHeaders(content).headers,
  parts: partsOf(content),
});
