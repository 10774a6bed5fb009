/** Lines where text will appear; they show only when it takes long enough to wonder (look: past 300 ms). */
export function Skeleton({ label, widths = [38, 92, 84, 60] }: { label: string; widths?: readonly number[] }) {
  return (
    <>
      <div aria-hidden="true" className="appear-late space-y-4 py-3">
        {widths.map(width => (
          <div key={width} className="h-3.5 rounded bg-wash" style={{ width: `${width}%` }} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {label}
      </p>
    </>
  )
}
