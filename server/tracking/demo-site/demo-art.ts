/** SVG drawings of the demo site; they need no font on the visitor's machine. */
const svg = (viewBox: string, size: string, body: string): string =>
  `<svg viewBox="${viewBox}" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2"
stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`;

const icon = (body: string): string => svg('0 0 24 24', '22', body);

export const leaf = icon('<path d="M5 19C4 10 10 4 20 4c0 10-6 16-15 15Z"/><path d="M5 19 13 11"/>');
export const flower = icon(
  '<circle cx="12" cy="12" r="2.6"/><path d="M12 9.4C10 7 10.5 3.5 12 3c1.5.5 2 4 0 6.4M12 14.6c2 2.4 1.5 5.9 0 6.4-1.5-.5-2-4 0-6.4M9.4 12C7 14 3.5 13.5 3 12c.5-1.5 4-2 6.4 0M14.6 12c2.4-2 5.9-1.5 6.4 0-.5 1.5-4 2-6.4 0"/>',
);
export const parcel = icon('<path d="M3 8h18v11H3zM3 8l3-4h12l3 4M12 4v9"/>');

/** A steaming cup of tea. */
export const cup = svg(
  '0 0 120 120',
  '56%',
  `<g stroke="#7d9a78" stroke-width="3.5"><path d="M44 18c-7 8 7 13 0 22M60 14c-7 9 7 14 0 25M76 18c-7 8 7 13 0 22"/></g>
<path d="M24 52h68v18c0 20-13 32-34 32S24 90 24 70Z" fill="#fff" stroke="#2f6b4f" stroke-width="3.5"/>
<path d="M92 58h7a11 11 0 0 1 0 22h-9" stroke="#2f6b4f" stroke-width="3.5"/>
<ellipse cx="58" cy="52" rx="34" ry="7" fill="#e9c46a" stroke="#2f6b4f" stroke-width="3.5"/>
<path d="M34 108h50" stroke="#2f6b4f" stroke-width="3.5"/>`,
);
