import type { Drawing } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import { formatSize } from '../formats/format-size.ts'
import { beginningOf } from '../markdown/beginning-of.ts'
import { CodeBlock } from '../markdown/code/code-block.tsx'
import { useServices } from '../state/services.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { Patch } from '../ui/text/patch.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { CallDecisionsContext } from './call-decisions.ts'
import { TodoItems } from './todo-items.tsx'

const SHOWN = 20_000

interface DrawingsProps {
  drawings: readonly Drawing[]
  /** Before it is approved a call is read, not copied: plain text has no toolbar. */
  isPreview?: boolean
}

/** What a call does or did, drawn for the user. */
export function Drawings({ drawings, isPreview = false }: DrawingsProps) {
  return drawings.map((drawing, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the drawings of a call never change
    <DrawingView key={index} drawing={drawing} isPreview={isPreview} />
  ))
}

function DrawingView({ drawing, isPreview }: { drawing: Drawing; isPreview: boolean }) {
  switch (drawing.kind) {
    case 'file':
      return (
        <Box path={drawing.path} opens={drawing.file !== null && !drawing.onDisk} note={formatSize(drawing.size)}>
          {drawing.text === null ? (
            <Binary path={drawing.path} mediaType={drawing.mediaType} file={drawing.file} />
          ) : (
            <Text text={drawing.text} />
          )}
        </Box>
      )
    case 'diff':
      return (
        <Box path={drawing.path} opens={!drawing.onDisk} note={null}>
          <Patch patch={drawing.patch} />
        </Box>
      )
    case 'listing':
      return (
        <Box path={drawing.path} opens={!drawing.onDisk} note={null}>
          {drawing.entries.length === 0 ? (
            <p className="px-3 py-2 text-ink-soft">Empty</p>
          ) : (
            <ul className="px-3 py-2">
              {drawing.entries.map(entry => (
                <li key={entry.path} className="flex items-center gap-2">
                  <Icon name={entry.isFolder ? 'folder' : 'file'} size={14} />
                  {drawing.onDisk ? (
                    <Revealed text={entry.path} />
                  ) : (
                    <FileLink path={entry.path}>{entry.path}</FileLink>
                  )}
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
          {isPreview && drawing.language === null ? (
            <div className="mt-0.5 rounded border border-line bg-code">
              <Text text={beginningOf(drawing.text, SHOWN)} />
            </div>
          ) : (
            <CodeBlock code={beginningOf(drawing.text, SHOWN)} language={drawing.language} wraps={isPreview} />
          )}
        </div>
      )
    case 'todos':
      return (
        <ol aria-label="To-do list" className="mt-2 rounded border border-line bg-code px-3 py-2 first:mt-0">
          {drawing.todos.length === 0 ? <li className="text-ink-soft">Empty</li> : <TodoItems todos={drawing.todos} />}
        </ol>
      )
    case 'hits':
      return (
        <ul aria-label="Found" className="mt-2 divide-y divide-line rounded border border-line first:mt-0">
          {drawing.hits.map(({ chatId, messageId, title, excerpt }) => (
            <li key={messageId ?? chatId} className="px-3 py-2">
              <Link
                to="/chats/$chatId"
                params={{ chatId }}
                search={messageId === null ? {} : { message: messageId }}
                className="font-medium text-accent hover:underline"
              >
                <bdi>{title}</bdi>
              </Link>
              <p dir="auto" className="wrap-anywhere text-ink-soft">
                <Revealed text={excerpt} />
              </p>
            </li>
          ))}
        </ul>
      )
    case 'links':
      return (
        <ul aria-label="Pages found" className="mt-2 divide-y divide-line rounded border border-line first:mt-0">
          {drawing.links.map(({ title, url, excerpt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the drawings of a call never change
            <li key={index} className="px-3 py-2">
              <a
                href={url}
                title={url}
                target="_blank"
                rel="noopener noreferrer"
                className="font-medium wrap-anywhere text-accent hover:underline"
              >
                <bdi>
                  <Revealed text={title} />
                </bdi>
              </a>
              <p dir="ltr" className="truncate text-small text-ink-faint">
                <Revealed text={url.replace(/^https?:\/\//i, '')} />
              </p>
              {excerpt !== '' && (
                <p dir="auto" className="wrap-anywhere text-ink-soft">
                  <Revealed text={excerpt} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )
  }
}

interface BinaryProps {
  path: string
  mediaType: string
  file: Extract<Drawing, { kind: 'file' }>['file']
}

/** A picture as it was then; of anything else its type. A version that was dropped is not shown. */
function Binary({ path, mediaType, file }: BinaryProps) {
  const { client } = useServices()
  const workspaceId = useContext(CallDecisionsContext)?.workspaceId
  const isPicture = mediaType.startsWith('image/')
  const { data: blob } = useQuery({
    queryKey: ['drawn-file', workspaceId, file?.id, file?.version],
    enabled: isPicture && workspaceId !== undefined && file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (workspaceId === undefined || file === null) return null
      const { versions } = await client.fileVersions(workspaceId, { fileId: file.id })
      return versions.find(({ number }) => number === file.version)?.blob ?? null
    },
  })
  if (blob == null) return <p className="px-3 py-2 text-ink-soft">{mediaType}</p>
  return (
    <img src={client.blobUrl(blob, { name: path })} alt={path} className="max-h-80 max-w-full object-contain p-2" />
  )
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
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a landmark, and there is one for each call */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard, also before its parts arrived
        tabIndex={0}
        aria-label="Content"
        className="max-h-[min(28rem,50dvh)] overflow-auto"
      >
        {children}
      </div>
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
