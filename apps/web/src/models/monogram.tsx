/** A provider at a glance: the first letter of its name. No picture is fetched from anyone. */
export function Monogram({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded border border-line bg-desk font-semibold text-ink-soft"
    >
      {(Array.from(name.trim())[0] ?? '?').toLocaleUpperCase()}
    </span>
  )
}
