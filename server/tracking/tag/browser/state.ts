/** Visitor id; empty without consent. */
export let visitor = '';

/** Address that the visitor came from; within a document, the previous one. */
export let referrer = document.referrer;

export function setVisitor(id: string): void {
  visitor = id;
}

export function setReferrer(address: string): void {
  referrer = address;
}
