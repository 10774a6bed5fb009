import { createContext, memo, type ReactNode, useContext } from 'react'
import { CopyTextButton } from '../../ui/controls/copy-button.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { useKept } from '../../ui/hooks/kept-state.tsx'
import { Diagram } from '../diagrams/diagram.tsx'
import { downloadText } from '../download-text.ts'
import type { CodeLine } from './code-ink.ts'
import { fileNameOf, toLanguage } from './code-language.ts'
import { useHighlight } from './use-highlight.ts'

/** Whether more text may still arrive. A diagram is not drawn before: half a source is drawn wrong, and again with every piece. */
export const StreamingContext = createContext(false)

interface CodeBlockProps {
  code: string
  language: string | null
  /** Whether more of this very code may still come. */
  writing?: boolean
  /** Whether lines wrap until the user changes it: text to approve must not extend out of sight. */
  wraps?: boolean
}

export function CodeBlock({ code, language, writing = false, wraps = false }: CodeBlockProps) {
  const streaming = useContext(StreamingContext)
  if (language?.toLowerCase() !== 'mermaid' || streaming) {
    return <Code code={code} language={language} writing={writing} wraps={wraps} />
  }
  return (
    <Diagram
      code={code}
      source={(actions, note) => <Code code={code} language={language} actions={actions} note={note} />}
    />
  )
}

interface CodeProps extends CodeBlockProps {
  /** Buttons before those that all code has. */
  actions?: ReactNode
  note?: string | null
}

function Code({ code, language, writing = false, wraps = false, actions = null, note = null }: CodeProps) {
  const lines = useHighlight(code, language === null ? null : toLanguage(language), writing)
  const [wrapped, setWrapped] = useKept(`wrap ${code.slice(0, 80)}`, wraps)
  return (
    <figure className="code-block">
      <figcaption>
        <bdi>{language ?? 'text'}</bdi>
        <span className="code-actions">
          {actions}
          <button
            type="button"
            className="code-action"
            aria-pressed={wrapped}
            title={wrapped ? 'Do not wrap lines' : 'Wrap lines'}
            aria-label="Wrap lines"
            onClick={() => setWrapped(!wrapped)}
          >
            <Icon name="wrap" size={14} />
          </button>
          <button
            type="button"
            className="code-action"
            title="Download"
            aria-label="Download code"
            onClick={() => downloadText(fileNameOf(language), code)}
          >
            <Icon name="download" size={14} />
          </button>
          <CopyTextButton label="Copy code" text={() => code} className="code-action" />
        </span>
      </figcaption>
      {note !== null && <p className="code-note">{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre dir="ltr" tabIndex={0} className={wrapped ? 'wrapped' : undefined}>
        <code>
          {lines.map((line, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of code has no name but its number
            <Line key={number} line={line} isLast={number === lines.length - 1} />
          ))}
        </code>
      </pre>
    </figure>
  )
}

const Line = memo(({ line, isLast }: { line: CodeLine; isLast: boolean }) => (
  <span>
    {line.map((piece, at) =>
      piece.ink === null ? (
        piece.text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a line has no name but its place
        <span key={at} className={`ink-${piece.ink}`}>
          {piece.text}
        </span>
      ),
    )}
    {!isLast && '\n'}
  </span>
))
