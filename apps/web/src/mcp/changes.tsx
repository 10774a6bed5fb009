import type { ShownMcpTool } from '@stet/api/client'
import { Place } from '../ui/hooks/kept-state.tsx'
import { Patch } from '../ui/text/patch.tsx'

interface ChangesProps {
  /** What the number of lines shown is kept under. */
  of: string
  comparison: NonNullable<ShownMcpTool['comparison']>
}

/** What was approved and what is there now, line by line, hidden characters revealed (Z-10). */
export function Changes({ of, comparison }: ChangesProps) {
  return (
    <div className="mt-2 mb-2 max-h-80 overflow-auto rounded border border-line bg-code">
      <Place name={of}>
        <Patch patch={comparison.patch} />
      </Place>
    </div>
  )
}
