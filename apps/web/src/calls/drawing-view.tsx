import type { Drawing } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { formatSize } from '../formats/format-size.ts'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { CallDecisionsContext } from './call-decisions.ts'

const SHOWN_LINES = 400
const SHOWN = 20_000

/** What a call does or did, drawn for the user. */
export function Drawings({ drawings }: { drawings: readonly Drawing[] }) {
  return drawings.map((drawing, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the drawings of a call never change
    <DrawingView key={index} drawing={drawing} />
  ))
}

function DrawingView({ drawing }: { drawing: Drawing }) {
  switch (drawing.kind) {
    case 'file':
      return (
        <Box path={drawing.path} opens={drawing.file !== null} note={formatSize(drawing.size)}>
          {drawing.text === null ? (
            <p className="px-3 py-2 text-ink-soft">{drawing.mediaType}</p>
          ) : (
            <Text text={drawing.text} />
          )}
        </Box>
      )
    case 'diff':
      return (
        <Box path={drawing.path} opens note={null}>
          <Patch patch={drawing.patch} />
        </Box>
      )
    case 'listing':
      return (
        <Box path={drawing.path} opens note={null}>
          {drawing.entries.length === 0 ? (
            <p className="px-3 py-2 text-ink-soft">Empty</p>
          ) : (
            <ul className="px-3 py-2">
              {drawing.entries.map(entry => (
                <li key={entry.path} className="flex items-center gap-2">
                  <Icon name={entry.isFolder ? 'folder' : 'file'} size={14} />
                  <FileLink path={entry.path}>{entry.path}</FileLink>
                  <span className="figures ml-auto text-small text-ink-faint">{formatSize(entry.size)}</span>
                </li>
              ))}
            </ul>
          )}
        </Box>
      )
    case 'code':
      return (
        <div className="mt-2">
          <p className="text-small text-ink-faint">{drawing.label}</p>
          <CodeBlock code={beginningOf(drawing.text, SHOWN)} language={drawing.language} />
        </div>
      )
    case 'hits':
      return (
        <ul className="divide-y divide-line rounded border border-line">
          {drawing.hits.map(hit => (
            <li key={hit.messageId} className="px-3 py-2">
              <Link to="/chats/$chatId" params={{ chatId: hit.chatId }} className="font-medium text-accent">
                <bdi>{hit.title}</bdi>
              </Link>
              <p dir="auto" className="text-ink-soft">
                {hit.excerpt}
              </p>
            </li>
          ))}
        </ul>
      )
  }
}

interface BoxProps {
  path: string
  /** Whether the file exists, so that it can be opened. */
  opens: boolean
  note: string | null
  children: ReactNode
}

function Box({ path, opens, note, children }: BoxProps) {
  return (
    <div className="mt-2 overflow-hidden rounded border border-line bg-code first:mt-0">
      <div className="flex items-center gap-2 border-b border-line px-3 py-1.5 text-small">
        <Icon name="file" size={14} />
        <span className="min-w-0 flex-1 font-mono wrap-anywhere">
          {opens ? <FileLink path={path}>{path}</FileLink> : <Revealed text={path} />}
        </span>
        {note !== null && <span className="figures text-ink-faint">{note}</span>}
      </div>
      <div className="max-h-[min(28rem,50dvh)] overflow-auto">{children}</div>
    </div>
  )
}

function FileLink({ path, children }: { path: string; children: string }) {
  const workspaceId = useContext(CallDecisionsContext)?.workspaceId
  if (workspaceId === undefined) return <Revealed text={children} />
  return (
    <Link
      to="/workspaces/$workspaceId/files"
      params={{ workspaceId }}
      search={{ path: path }}
      className="wrap-anywhere hover:underline"
    >
      <Revealed text={children} />
    </Link>
  )
}

function Text({ text }: { text: string }) {
  return (
    <pre dir="ltr" className="px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
      {text === '' ? <span className="text-ink-faint">empty</span> : <Revealed text={text} />}
    </pre>
  )
}

/** The lines of a unified diff, without its header. */
function Patch({ patch }: { patch: string }) {
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
