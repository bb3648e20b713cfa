import { act, render, screen } from '@testing-library/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  Link,
  MemoryRouter,
  Outlet,
  Route,
  Routes,
  useNavigate,
  type NavigateFunction,
  type NavigateOptions,
} from 'react-router-dom';
import { FocusRules } from './focus-rules';

let go: NavigateFunction;
let showLatePage: (page: ReactNode) => void;

/** A page whose content loads after its address. */
function Late() {
  const [page, setPage] = useState<ReactNode>(null);
  useEffect(() => {
    showLatePage = setPage;
  }, []);
  return page;
}
function Field() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="名前" />;
}
/** The sign-in page is outside the frame. */
function SignInPage() {
  go = useNavigate();
  return null;
}
function Frame() {
  go = useNavigate();
  return (
    <>
      <nav>
        <Link to="/b">B</Link>
      </nav>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <FocusRules />
    </>
  );
}
function Dialog() {
  return (
    <div role="dialog">
      <Field />
    </div>
  );
}
const draw = (initialEntries = ['/a']): void =>
  void render(
    <MemoryRouter initialEntries={initialEntries}>
      <Routes>
        <Route path="/login" element={<SignInPage />} />
        <Route element={<Frame />}>
          <Route path="/a" element={<h1>A</h1>} />
          <Route path="/b" element={<h1>B</h1>} />
          <Route
            path="/links"
            element={
              <section>
                <h1>Links</h1>
                <Link to="/b">to B</Link>
              </section>
            }
          />
          <Route path="/late" element={<Late />} />
          <Route
            path="/field"
            element={
              <>
                <h1>F</h1>
                <Field />
              </>
            }
          />
          <Route
            path="/dialog"
            element={
              <>
                <h1>D</h1>
                <Dialog />
              </>
            }
          />
          <Route
            path="/part"
            element={
              <>
                <h1>P</h1>
                <section id="part">part</section>
              </>
            }
          />
          <Route path="*" element={<h1>start</h1>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const navigate = (to: string | -1 | 1, options?: NavigateOptions): Promise<void> =>
  act(async () => void (typeof to === 'number' ? go(to) : go(to, options)));
const heading = (name: string): HTMLElement => screen.getByRole('heading', { name });

describe('focus after a navigation', () => {
  // rule: screens-10
  it('moves to the heading of the page, without scrolling', async () => {
    draw();
    screen.getByRole('link').focus();
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    await act(async () => screen.getByRole('link').click());
    expect(heading('B')).toHaveFocus();
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
    focus.mockRestore();
  });

  it('waits in the content for a heading that loads later', async () => {
    draw();
    await navigate('/late');
    expect(screen.getByRole('main')).toHaveFocus();
    await act(async () => showLatePage(<h1>L</h1>));
    expect(heading('L')).toHaveFocus();
  });

  it('stays when the user moves on before the heading loads', async () => {
    draw();
    await navigate('/late');
    await act(async () => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
      screen.getByRole('link').focus();
    });
    await act(async () => showLatePage(<h1>L</h1>));
    expect(screen.getByRole('link')).toHaveFocus();
  });

  it.each([
    ['/field', 'a field of the page that took the focus'],
    ['/dialog', 'a dialog'],
  ])('%s: stays in %s', async (to) => {
    draw();
    await navigate(to);
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('moves to the page from a menu that closes over it', async () => {
    draw();
    const menu = document.body.appendChild(document.createElement('div'));
    menu.setAttribute('role', 'dialog');
    menu.tabIndex = -1;
    menu.focus();
    await navigate('/b');
    expect(menu).toHaveFocus();
    await act(async () => screen.getByRole('link').focus());
    expect(heading('B')).toHaveFocus();
    menu.remove();
  });

  it('moves to the target of the hash', async () => {
    draw();
    await navigate('/part#part');
    expect(screen.getByText('part')).toHaveFocus();
    // global.css draws no focus ring there, because it is not interactive.
    expect(screen.getByText('part')).toHaveAttribute('data-place');
  });

  it.each(['/a?sort=1', '/a#part'])('stays when the page stays: %s', async (to) => {
    draw();
    screen.getByRole('link').focus();
    await navigate(to);
    expect(screen.getByRole('link')).toHaveFocus();
  });

  it('is not set on the first page, nor on the way back when no link led on', async () => {
    draw();
    expect(document.body).toHaveFocus();
    await navigate('/b');
    expect(heading('B')).toHaveFocus();
    screen.getByRole('link').focus();
    await navigate(-1);
    expect(screen.getByRole('link')).toHaveFocus();
  });

  it('moves to the page after the sign-in', async () => {
    draw(['/login']);
    await navigate('/b', { replace: true, state: { entered: true } });
    expect(heading('B')).toHaveFocus();
  });

  it('returns to the link that left the page, once it is rendered and unless something else has the focus', async () => {
    draw();
    await navigate('/late');
    const rows = (
      <>
        <h1>L</h1>
        <Link to="/a">1</Link>
        <Link to="/b">2</Link>
        <Link to="/b">3</Link>
      </>
    );
    await act(async () => showLatePage(rows));
    const third = () => screen.getByRole('link', { name: '3' });
    third().focus();
    await act(async () => third().click());
    expect(heading('B')).toHaveFocus();
    await navigate(-1);
    expect(document.body).toHaveFocus();
    await act(async () => showLatePage(rows));
    expect(third()).toHaveFocus();
    await act(async () => third().click());
    await navigate(-1);
    screen.getByRole('link', { name: 'B' }).focus();
    await act(async () => showLatePage(rows));
    expect(screen.getByRole('link', { name: 'B' })).toHaveFocus();
  });

  it('moves to the heading going forward and to the link going back, also across a replaced page', async () => {
    draw();
    await navigate('/links');
    const link = () => screen.getByRole('link', { name: 'to B' });
    const follow = async (): Promise<void> => {
      link().focus();
      await act(async () => link().click());
    };
    await follow();
    await navigate('/b?sort=1', { replace: true });
    await navigate('/links');
    await follow();
    for (const step of [-1, -1, -1] as const) await navigate(step);
    expect(link()).toHaveFocus();
    await navigate(1);
    expect(heading('B')).toHaveFocus();
    // The link that was used before counts only on the way back.
    await navigate(1);
    expect(heading('Links')).toHaveFocus();
    await navigate(1);
    expect(heading('B')).toHaveFocus();
    await navigate(-1);
    expect(link()).toHaveFocus();
  });
});
