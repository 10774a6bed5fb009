import { useQuery } from '@tanstack/react-query'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { type Frame, mapStack, placeText, toText } from './map-stack.ts'

/** A stack in the words of the source. Until its maps are read, and where they cannot be, it is that of the built files. */
export function StackView({ stack }: { stack: string }) {
  const { data, error } = useQuery({
    queryKey: ['stack', stack],
    queryFn: () => mapStack(stack, fetchMap),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const trouble = error?.message ?? data?.trouble ?? null
  return (
    <>
      <section aria-label="Stack" className="relative mt-3">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
        <pre dir="ltr" tabIndex={0} className={STACK}>
          {data === undefined
            ? stack
            : data.frames.map((frame, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line of a stack has no name but its number
                <FrameView key={at} frame={frame} />
              ))}
        </pre>
        <CopyButton
          label="Copy error"
          text={() => (data === undefined ? stack : toText(data))}
          className="absolute top-1 right-1"
        />
      </section>
      {trouble !== null && (
        <p className="mt-2 text-small text-ink-faint">
          Some lines point into the built files, because their source map could not be loaded. ({trouble})
        </p>
      )}
    </>
  )
}

const STACK =
  'h-64 overflow-auto rounded bg-code p-3 pr-10 font-mono text-small whitespace-pre-wrap wrap-anywhere text-ink-soft'

function FrameView({ frame: { raw, source } }: { frame: Frame }) {
  if (source === null) return `${raw}\n`
  return (
    <span className={classNames(source.isOwn ? 'text-ink' : 'text-ink-faint')}>
      {`at ${placeText(source)}\n`}
      {source.isOwn && source.text !== null && <span className="text-ink-faint">{`   ${source.text}\n`}</span>}
    </span>
  )
}

async function fetchMap(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${new URL(address).pathname} answered ${response.status}`)
  return response.text()
}
