import { Button, IconButton } from '../ui/controls/button.tsx'
import { moveWords, useChatMoves } from './chat-moves.tsx'

/** What was just done with chats, and how to undo it. */
export function MoveNotice() {
  const { last, undo, trouble, dismiss } = useChatMoves()
  return (
    <>
      {trouble !== null && (
        <div role="alert" className="m-2 flex items-start gap-2 rounded border border-red/30 bg-red-wash px-3 py-2">
          <p className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-medium">{trouble.what}.</span> {trouble.because}
          </p>
          <IconButton label="Dismiss" icon="close" className="-my-1 -mr-2" onClick={dismiss} />
        </div>
      )}
      {last !== null && (
        <section
          aria-label="Undo"
          className="m-2 flex items-center gap-2 rounded border border-line bg-raised py-1 pr-1 pl-3 shadow-float"
        >
          <p className="min-w-0 flex-1 truncate">
            <bdi>{moveWords(last)}</bdi>
          </p>
          <Button icon="undo" onClick={() => void undo()}>
            Undo
          </Button>
        </section>
      )}
    </>
  )
}
