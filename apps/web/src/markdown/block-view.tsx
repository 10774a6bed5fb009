import { memo, useMemo } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'
import { CodeBlock } from './code-block.tsx'
import { elements } from './elements.tsx'
import { Formula } from './formula.tsx'
import type { Formulas } from './load-formulas.ts'
import { mathSyntax } from './math-syntax.ts'
import type { Block } from './split-blocks.ts'

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
      case 'code':
        return <CodeBlock code={block.code} language={block.language} />
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

function contextOf(block: Block): string {
  return block.kind === 'markdown' ? `${block.before}\n${block.after}` : ''
}

/** Half-written emphasis, code and links closed, so that they do not flicker from signs into form. Mathematics waits until it is whole. */
function completed(source: string): string {
  return remend(source, { katex: false, inlineKatex: false, htmlTags: false, linkMode: 'text-only' })
}

function MarkdownText({ text, formulas }: { text: string; formulas: Formulas | null }) {
  const plugins = useMemo<Options['remarkPlugins']>(
    () => (formulas ? [remarkGfm, mathSyntax(formulas.parses)] : [remarkGfm]),
    [formulas],
  )
  const components = useMemo(() => elements(formulas), [formulas])
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
