import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { Icon } from '../ui/graphics/icon.tsx'
import { CodeBlock } from './code/code-block.tsx'
import { Formula } from './formula.tsx'
import type { Formulas } from './load-formulas.ts'
import { hostOf, safeUrl, workspacePath } from './safe-url.ts'
import { Table } from './table.tsx'

/** How the elements of a Markdown text are drawn. Nothing here fetches anything when it is shown (Z-5). */
export function elements(formulas: Formulas | null, continued: boolean): Components {
  return {
    a: Link,
    img: PictureLink,
    pre: Preformatted,
    table: props => <Table {...props} continued={continued} />,
    input: Checkbox,
    span: props => <MathOrSpan {...props} formulas={formulas} />,
    // Bullets, numbers and the line of a quote are on the side where the text begins.
    ul: ({ node: _, ...props }) => <ul {...props} dir="auto" />,
    ol: ({ node: _, ...props }) => <ol {...props} dir="auto" />,
    blockquote: ({ node: _, ...props }) => <blockquote {...props} dir="auto" />,
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
  }
}

/** Headings of an answer start at level three, below those of the page. */
function heading(level: number) {
  const Tag = level === 1 ? 'h3' : level === 2 ? 'h4' : level === 3 ? 'h5' : 'h6'
  return ({ children }: { children?: ReactNode }) => (
    <Tag className={`heading-${Math.min(level, 4)}`} dir="auto">
      {children}
    </Tag>
  )
}

/** Draws a link to a file of the workspace; null where there is none. */
export const FileLinkContext = createContext<((path: string, children: ReactNode) => ReactNode) | null>(null)

/** Draws the mark of a source that is cited; null where nothing is. */
export const CitationContext = createContext<((number: number) => ReactNode) | null>(null)

const CITATION = /^#source-(\d+)$/

function Link({ href = '', children, id }: ComponentProps<'a'>) {
  const fileLink = useContext(FileLinkContext)
  const citation = useContext(CitationContext)?.(Number(CITATION.exec(href)?.[1]))
  if (citation) return citation
  if (href.startsWith('#')) {
    return (
      <a href={href} id={id}>
        {children}
      </a>
    )
  }
  const path = workspacePath(href)
  if (path !== null && fileLink !== null) return fileLink(path, children)
  const address = safeUrl(href)
  if (address === null) return <span title={href}>{children}</span>
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function PictureLink({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? safeUrl(src) : null
  const host = address === null ? null : hostOf(address)
  const name = alt ? `${alt} ` : ''
  if (address === null || host === null) return <span className="picture-link">{`${name}(image not shown)`}</span>
  return (
    <a className="picture-link" href={address} title={address} target="_blank" rel="noopener noreferrer">
      <Icon name="image" />
      <span>
        {alt && <bdi>{alt}, </bdi>}
        image from <bdi>{host}</bdi>
      </span>
      <Icon name="open-out" size={12} />
    </a>
  )
}

function Preformatted({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element' || code.tagName !== 'code') return <pre>{children}</pre>
  const text = code.children.map(child => (child.type === 'text' ? child.value : '')).join('')
  const names = code.properties.className
  const language = Array.isArray(names) ? names.find(name => String(name).startsWith('language-')) : undefined
  return (
    <CodeBlock code={text.replace(/\n$/, '')} language={language ? String(language).slice('language-'.length) : null} />
  )
}

function Checkbox({ checked }: ComponentProps<'input'>) {
  return (
    <span className="task-box" role="img" aria-label={checked ? 'done' : 'to do'}>
      {checked && <Icon name="check" size={12} />}
    </span>
  )
}

interface MathOrSpanProps extends ComponentProps<'span'> {
  formulas: Formulas | null
  'data-math'?: string
}

function MathOrSpan({ formulas, children, 'data-math': display }: MathOrSpanProps) {
  if (formulas === null || display === undefined || typeof children !== 'string') return <span>{children}</span>
  return <Formula tex={children} display={display === 'display' ? 'display' : 'inline'} formulas={formulas} />
}
