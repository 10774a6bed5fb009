import { memo, startTransition, useContext, useEffect, useRef } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../ui/hooks/scroll-context.ts'
import { beginningOf } from './beginning-of.ts'
import { BlockView } from './block-view.tsx'
import { StreamingContext } from './code/code-block.tsx'
import { type Formulas, useFormulas } from './load-formulas.ts'
import { AT_FIRST, type Extent, firstBlocks, growsByItself, more, WHOLE } from './shown-part.ts'
import { type Block, growBlocks, splitBlocks } from './split-blocks.ts'

/** Blocks are drawn in groups: visiting each of hundreds for every piece of text would cost more than drawing the one that grew. */
const GROUP = 16
/** This many blocks at the end may still change. */
const OPEN = 2

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
  const openFrom = streaming ? shown.length - OPEN : shown.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: one step follows another until enough is drawn
  useEffect(() => {
    if (isGrowing) startTransition(() => setExtent(more(extent)))
  }, [isGrowing, extent])

  return (
    <div className="markdown">
      <StreamingContext value={streaming}>
        {Array.from({ length: Math.ceil(shown.length / GROUP) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place, and blocks are only ever added
          <BlockGroup key={index} blocks={shown} group={index} formulas={formulas} openFrom={openFrom} />
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

interface BlockGroupProps {
  /** All blocks of the text. */
  blocks: readonly Block[]
  /** Which of them: the number of the group. */
  group: number
  formulas: Formulas | null
  /** From this block on, more may come. */
  openFrom: number
}

const BlockGroup = memo(
  ({ blocks, group, formulas, openFrom }: BlockGroupProps) =>
    blocksOf(blocks, group).map((block, index) => (
      <BlockView
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place, and blocks are only ever added
        key={index}
        block={block}
        formulas={formulas}
        open={group * GROUP + index >= openFrom}
      />
    )),
  (one, other) => {
    const [ones, others] = [blocksOf(one.blocks, one.group), blocksOf(other.blocks, other.group)]
    const end = (one.group + 1) * GROUP
    const areClosed = Math.min(one.openFrom, other.openFrom) >= end
    return (
      areClosed &&
      one.formulas === other.formulas &&
      ones.length === others.length &&
      ones.every((block, index) => block === others[index])
    )
  },
)

function blocksOf(blocks: readonly Block[], group: number): readonly Block[] {
  return blocks.slice(group * GROUP, (group + 1) * GROUP)
}

function useBlocks(text: string): readonly Block[] {
  const last = useRef<{ text: string; blocks: readonly Block[] } | null>(null)
  if (last.current?.text !== text) {
    const blocks = last.current ? growBlocks(last.current.blocks, last.current.text, text) : splitBlocks(text)
    last.current = { text, blocks }
  }
  return last.current.blocks
}
