import { entryOf, isRow, NO_ENTRIES, receive, waitingCount, withNewer, type LiveEntry } from './live-rows';
import { readEvents, waitAfter } from './live-stream';

const event = (name: string, data: object, id = '1') => entryOf({ name, id, data: { ...data } }) as LiveEntry;
const click = (id: string, ad = 1) =>
  event('click', { id, created_at: '2026/01/15 12:00:00', ad_id: ad, ad: `ad ${ad}` });
const counts = (click: number) => event('counts', { click, more: false });
const keys = (entries: readonly LiveEntry[]) => entries.map(({ key }) => key.trim());

describe('the text of a live stream', () => {
  it.each([
    ['nothing yet', '', [], ''],
    ['part of an event', 'event: click\nda', [], 'event: click\nda'],
    ['a sign of life', ': alive\n\n', [], ''],
    ['an event', 'id: 5\nevent: ready\ndata: {}\n\n: al', [{ name: 'ready', id: '5', data: {} }], ': al'],
    [
      'text within data',
      'event: view\ndata: {"title":"a: b"}\n\n',
      [{ name: 'view', id: undefined, data: { title: 'a: b' } }],
      '',
    ],
    ['broken data', 'event: view\ndata: {\n\n', [{ name: 'view', id: undefined, data: {} }], ''],
  ])('holds %s', (_, text, events, rest) => expect(readEvents(text)).toEqual({ events, rest }));
});

it('waits longer after each failure, and as long as the server says', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map((failures) => waitAfter(failures))).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(waitAfter(1, 10)).toBe(10);
});

describe('rows of the live view', () => {
  it('reads the row of a log', () => {
    expect(
      event('cv', { id: 'o1', cv_setting_id: 3, cv_time: '2026/01/15 12:00:00', last_cv_ad_id: null }),
    ).toMatchObject({
      key: 'cv o1 3',
      ad: null,
      href: '/log/cv/o1?setting=3',
    });
    expect(entryOf({ name: 'ready', id: '1', data: {} })).toBeUndefined();
  });

  it('shows the newest first, at most 300', () => {
    const many = Array.from({ length: 400 }, (_, index) => click(String(index)));
    const { shown } = receive(NO_ENTRIES, many, false);
    expect([shown.length, shown[0]?.key.trim()]).toEqual([300, 'click 399']);
  });

  it('replaces a row that comes again where it is', () => {
    const before = receive(NO_ENTRIES, [click('a'), click('b')], false);
    const { shown } = receive(before, [click('a', 2)], false);
    expect(keys(shown)).toEqual(['click b', 'click a']);
    expect(shown.filter(isRow).map(({ ad }) => ad?.id)).toEqual([1, 2]);
  });

  it('lets rows wait while it is held, and then shows them in order', () => {
    const before = receive(NO_ENTRIES, [click('a')], false);
    const held = receive(receive(before, [click('b')], true), [click('c'), click('a', 2), counts(5)], true);
    expect(keys(held.shown)).toEqual(['click a']);
    expect(waitingCount(held)).toBe(7);
    expect(keys(receive(held, [], false).shown)).toEqual(['counts 1', 'click c', 'click b', 'click a']);
  });

  it('adds up counts without a row between them', () => {
    const [first, ...others] = withNewer([click('a')], [counts(5), counts(7)]);
    expect(first).toMatchObject({ counts: { click: 12 } });
    expect(keys(others)).toEqual(['click a']);
  });
});
