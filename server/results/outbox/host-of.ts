/** The host that a notification goes to, with its port; empty where the address is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.slice(0, 255) : '');
