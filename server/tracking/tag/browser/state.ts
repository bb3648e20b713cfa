/** Visitor id; empty without consent. */
export let visitor = '';

/** `granted` once the page said so; else empty. */
export let consent = '';

/** The Navigation API, where the browser has it. */
export const navigation: Navigation | undefined = window.navigation;

/** Returns a parameter of the page's address. */
export const parameter = (name: string): string => new URLSearchParams(location.search).get(name) || '';

/** Address that the visitor came from; within a document, the previous one. */
export let referrer = document.referrer;

export function setConsent(given: string): void {
  consent = given;
}

export function setVisitor(id: string): void {
  visitor = id;
}

export function setReferrer(address: string): void {
  referrer = address;
}
