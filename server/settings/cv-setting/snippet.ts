/** Returns the snippet that reports a conversion of the setting from a page. */
export const snippet = (id: number): string =>
  `<script>window.icq=window.icq||[];icq.push(['cv',{setting:${id}}]);</script>`;
