/** Short text of a redirect's variants: titles with their shares. */
export function VariantsText({ variants }: { variants: readonly { title: string; rate: number }[] }) {
  return <>{variants.map(({ title, rate }) => `${title} ${rate}%`).join(' ／ ')}</>;
}
