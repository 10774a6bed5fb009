import { classNames } from '../class-names.ts'
import { useKept } from '../hooks/kept-state.tsx'
import { Revealed } from './revealed.tsx'

const SHOWN_LINES = 400

/** The lines of a unified diff, without its header. */
export function Patch({ patch }: { patch: string }) {
  const [lines, setLines] = useKept('lines', SHOWN_LINES)
  const all = patchLines(patch)
  return (
    <>
      <ol aria-label="Changes" className="font-mono text-[0.8125rem]">
        {all.slice(0, lines).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never change
          <DiffLine key={index} line={line} />
        ))}
      </ol>
      {all.length > lines && (
        <button type="button" className="w-full p-2 text-accent hover:bg-wash" onClick={() => setLines(all.length)}>
          Show {(all.length - lines).toLocaleString('en')} more lines
        </button>
      )}
    </>
  )
}

/** What follows the header of a unified diff. */
export function patchLines(patch: string): readonly string[] {
  const lines = patch.split('\n')
  const first = lines.findIndex(line => line.startsWith('@@'))
  return (first === -1 ? lines : lines.slice(first)).filter(
    (line, index, kept) => !(line === '' && index === kept.length - 1) && !line.startsWith('\\'),
  )
}

const marks: Readonly<Record<string, string>> = { '+': 'Added', '-': 'Removed' }

function DiffLine({ line }: { line: string }) {
  const mark = line.charAt(0)
  if (line.startsWith('@@')) return <li className="bg-wash px-3 text-ink-faint">{line}</li>
  return (
    <li className={classNames('flex px-3', mark === '+' && 'bg-accent-wash', mark === '-' && 'bg-red-wash text-red')}>
      <span className="w-4 shrink-0 select-none">
        <span aria-hidden="true">{mark === ' ' ? '' : mark}</span>
        <span className="sr-only">{marks[mark] ?? ''}</span>
      </span>
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
        <Revealed text={line.slice(1)} />
      </span>
    </li>
  )
}
