import { startTransition, useContext, useEffect, useRef } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../ui/hooks/scroll-context.ts'
import { beginningOf } from './beginning-of.ts'
import { BlockView } from './block-view.tsx'
import { StreamingContext } from './code/code-block.tsx'
import { useFormulas } from './load-formulas.ts'
import { AT_FIRST, type Extent, firstBlocks, growsByItself, more, WHOLE } from './shown-part.ts'
import { type Block, growBlocks, splitBlocks } from './split-blocks.ts'

interface MarkdownProps {
  text: string
  streaming?: boolean
}

/** Markdown, block by block: while it streams in, only its last block is read again. */
export function Markdown({ text, streaming = false }: MarkdownProps) {
  // What streamed in was drawn as it came: it is not cut when it ends.
  const [extent, setExtent] = useKept<Extent>('extent', streaming ? WHOLE : AT_FIRST)
  const hold = useContext(HoldPosition)
  const shownText = beginningOf(text, extent.characters)
  const blocks = useBlocks(shownText)
  const formulas = useFormulas(shownText)
  const shown = firstBlocks(blocks, extent.lines)
  const drawn = shown.reduce((length, block) => length + block.source.length, 0)
  const isCut = shown.length < blocks.length || shownText.length < text.length
  const isGrowing = isCut && growsByItself(extent)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step follows another until enough is drawn
  useEffect(() => {
    if (isGrowing) startTransition(() => setExtent(more(extent)))
  }, [isGrowing, extent])

  return (
    <div className="markdown">
      <StreamingContext value={streaming}>
        {shown.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place, and blocks are only ever added
          <BlockView key={index} block={block} formulas={formulas} open={streaming && index >= shown.length - 2} />
        ))}
      </StreamingContext>
      {isCut && !isGrowing && (
        <p>
          <Button
            look="outline"
            onClick={() => {
              hold()
              startTransition(() => setExtent(more(extent)))
            }}
          >
            Show more ({(text.length - drawn).toLocaleString('en')} characters left)
          </Button>
        </p>
      )}
    </div>
  )
}

function useBlocks(text: string): readonly Block[] {
  const last = useRef<{ text: string; blocks: readonly Block[] } | null>(null)
  if (last.current?.text !== text) {
    const blocks = last.current ? growBlocks(last.current.blocks, last.current.text, text) : splitBlocks(text)
    last.current = { text, blocks }
  }
  return last.current.blocks
}
