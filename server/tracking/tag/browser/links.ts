import { visitorToken } from '../visitor-token';
import { allowed } from './guard';
import { settings } from './settings';
import { navigation, visitor } from './state';
import { isOtherSite } from './visitor';

/** Drops the visitor from an address. Keeps the rest as written: a query may be in another encoding. */
const plain = (address: string): string =>
  address.replace(/([?&])a_vid=[^&#]*&?/, '$1').replace(/[?&](#|$)/, '$1');

const token = (): string => visitorToken(visitor, settings.product, Date.now());

/** Returns the address with the visitor, if it leads to another site of the product; else as given. */
export const decorate = (address: string, value = token()): string =>
  allowed(() => {
    const url = new URL(plain(address), document.baseURI);
    if (visitor && isOtherSite(url.hostname)) {
      url.search = `${url.search && url.search + '&'}a_vid=${value}`;
      return url.href;
    }
    return undefined;
  }) || address;

/** Returns the closest element of an event's target that a selector matches. */
export const closest = <E extends Element>({ target }: Event, selector: string): E | null =>
  target instanceof Element ? target.closest<E>(selector) : null;

const hasVisitor = (address: string, id: string): boolean => address.indexOf('a_vid=' + id) > 0;

function setHref(link: { href: string }, href: string): void {
  if (link.href !== href) link.href = href;
}

/**
 * Adds the visitor id to all current links to the product's other domains, or removes it from them. Without a
 * time, because it is not known when they are followed.
 */
export function changeLinks(isAdded: boolean): void {
  for (const link of document.links)
    if (hasVisitor(link.href, visitor) !== isAdded)
      setHref(link, isAdded ? decorate(link.href, visitor) : plain(link.href));
}

/** Adds the visitor to a form that is being submitted; afterwards the form is as before. */
function decorateForm(form: HTMLFormElement, button: HTMLElement | null): void {
  const [owner, name] = button?.matches('[formaction]') ? [button, 'formaction'] : [form, 'action'];
  // Attributes, because a field named `action` hides the property.
  const action = owner.getAttribute(name) || '';
  const url = decorate(action);
  if (url === action) return;
  const method = button?.getAttribute('formmethod') || form.getAttribute('method') || '';
  if (/post/i.test(method)) {
    owner.setAttribute(name, url);
    setTimeout(() => owner.setAttribute(name, action));
  } else {
    // The fields of a GET form replace the query of its action.
    form.addEventListener('formdata', ({ formData }) => formData.set('a_vid', token()), { once: true });
  }
}

/** Adds the visitor to a link that is about to be followed: a new address is valid without a referrer. */
export function decorateTarget(event: Event): void {
  const link = closest<HTMLAnchorElement>(event, '[href]');
  if (link) setHref(link, decorate(link.href));
}

/** Adds the visitor to what forms and scripts open. */
export function decorateExits(): void {
  // The last listener: the page's own ones may change the form or send it themselves.
  addEventListener('submit', ({ target, submitter, defaultPrevented }) => {
    if (target instanceof HTMLFormElement && !defaultPrevented) decorateForm(target, submitter);
  });
  const forms = HTMLFormElement.prototype;
  const { submit } = forms;
  forms.submit = function () {
    decorateForm(this, null);
    submit.call(this);
  };
  const { open } = window;
  window.open = (url, ...others) => open.call(window, url && decorate(`${url}`), ...others);
  // Replaces a navigation by a script (`location.href = ...`) with one that carries the visitor.
  navigation?.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    const next = hasVisitor(url, '') ? url : decorate(url);
    if (next === url || !event.cancelable || event.formData) return;
    event.preventDefault();
    setTimeout(() => location[event.navigationType === 'replace' ? 'replace' : 'assign'](next));
  });
}
