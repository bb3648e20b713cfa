const own = document.currentScript;

/** Puts each piece of HTML into the page; scripts in it run, as if they stood in the page's source. */
export function fireTags(tags: string[]): void {
  for (const html of tags) {
    const box = document.createElement('div');
    box.hidden = true;
    box.innerHTML = html;
    box.querySelectorAll('script').forEach((inert) => {
      const script = document.createElement('script');
      Array.from(inert.attributes).forEach((attribute) => script.setAttribute(attribute.name, attribute.value));
      // A page that lets scripts run by their nonce has given this one its own.
      if (own && own.nonce) script.nonce = own.nonce;
      script.text = inert.text;
      inert.replaceWith(script);
    });
    (document.body || document.documentElement).appendChild(box);
  }
}
