import { memo, useMemo } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { CodeBlock } from './code/code-block.tsx'
import { elements } from './elements.tsx'
import { Formula } from './formula.tsx'
import { htmlElements } from './html-elements.ts'
import type { Formulas } from './load-formulas.ts'
import { mathSyntax } from './math-syntax.ts'
import { type Block, splitBlocks } from './split-blocks.ts'

interface BlockViewProps {
  block: Block
  formulas: Formulas | null
  /** Whether more of it may still come. */
  open: boolean
}

export const BlockView = memo(
  ({ block, formulas, open }: BlockViewProps) => {
    switch (block.kind) {
      case 'space':
        return null
      case 'plain':
        return (
          <p className="plain" dir="auto">
            {block.source}
          </p>
        )
      case 'details':
        return <Details block={block} formulas={formulas} open={open} />
      case 'code':
        return <CodeBlock code={block.code} language={block.language} writing={open} />
      case 'math':
        return formulas?.parses(block.tex, 'display') ? (
          <Formula tex={block.tex} display="display" formulas={formulas} />
        ) : (
          <MarkdownText text={block.source} formulas={formulas} />
        )
      case 'markdown':
        return (
          <MarkdownText
            text={block.before + (open ? completed(block.source) : block.source) + block.after}
            formulas={formulas}
            continued={block.before !== ''}
          />
        )
    }
  },
  (one, other) =>
    one.block.source === other.block.source &&
    one.block.kind === other.block.kind &&
    contextOf(one.block) === contextOf(other.block) &&
    one.formulas === other.formulas &&
    one.open === other.open,
)

function Details({ block, formulas, open }: BlockViewProps & { block: Extract<Block, { kind: 'details' }> }) {
  return (
    <details open={block.open}>
      <summary>{block.summary === '' ? 'Details' : <MarkdownText text={block.summary} formulas={formulas} />}</summary>
      {splitBlocks(block.body).map((inner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place, and blocks are only ever added
        <BlockView key={index} block={inner} formulas={formulas} open={open} />
      ))}
    </details>
  )
}

function contextOf(block: Block): string {
  return block.kind === 'markdown' ? `${block.before}\n${block.after}` : ''
}

/** Half-written emphasis, code and links closed, so that they do not flicker from signs into form. Mathematics waits until it is whole. */
function completed(source: string): string {
  return remend(source, { katex: false, inlineKatex: false, htmlTags: false, linkMode: 'text-only' })
}

interface MarkdownTextProps {
  text: string
  formulas: Formulas | null
  /** Whether it continues the table before it. */
  continued?: boolean
}

function MarkdownText({ text, formulas, continued = false }: MarkdownTextProps) {
  const plugins = useMemo<Options['remarkPlugins']>(
    () => (formulas ? [remarkGfm, htmlElements, mathSyntax(formulas.parses)] : [remarkGfm, htmlElements]),
    [formulas],
  )
  const components = useMemo(() => elements(formulas, continued), [formulas, continued])
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepUrl}>
      {text}
    </ReactMarkdown>
  )
}

/** Links and pictures judge their address themselves, where they can still show what it was. */
function keepUrl(address: string): string {
  return address
}
