/** Product mark: three flows that join into one result. */
export function ProductMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0958d9" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeWidth="2.6">
        <path d="M5 8.5c7 0 8 7.5 15 7.5" />
        <path d="M5 16h15" opacity=".8" />
        <path d="M5 23.5c7 0 8-7.5 15-7.5" opacity=".6" />
      </g>
      <circle cx="24" cy="16" r="3.6" fill="#fff" />
    </svg>
  );
}
