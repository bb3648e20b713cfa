/** Paths in a viewBox of 24 by 24. */
const STROKES = {
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.5v.5',
  success: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l2.8 2.7L16 9.5',
  warning: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5v5.5M12 16v.5',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6',
  caution: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17v.5',
  empty: 'M4 13v6h16v-6M4 13l3-8h10l3 8M4 13h5c0 2 1.2 3 3 3s3-1 3-3h5',
  up: 'M12 20V5M6 11l6-6 6 6',
  next: 'M9 5l7 7-7 7',
  offline:
    'M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M14 9.8a10 10 0 0 1 5 2.7M8.5 16a5 5 0 0 1 5.5-1.1M12 19.5v.5M2 9a14 14 0 0 1 4-2.6M11 5.1A14 14 0 0 1 22 9',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  seen: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  unseen:
    'M4 4l16 16M6.5 7C4 8.9 2.5 12 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5s-.8 1.5-2.3 3.1',
} as const;

/**
 * Small icon in the colour and size of the surrounding text, for content that renders before antd's icons
 * load. Hidden from screen readers.
 */
export function Sign({ name, className }: { name: keyof typeof STROKES; className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={STROKES[name]} />
    </svg>
  );
}
