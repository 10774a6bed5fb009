import type { Call } from '@stet/api/client'
import { Revealed } from '../ui/text/revealed.tsx'

/** As it was shown when it was made, so that it reads the same when the tool is gone (T1). */
export function CallTitle({ call, tool }: { call: Call | undefined; tool: string }) {
  return call === undefined || call.shown.title === tool ? (
    <bdi className="font-mono text-[0.8125rem]">
      <Revealed text={tool} />
    </bdi>
  ) : (
    <bdi>
      <Revealed text={call.shown.title} />
    </bdi>
  )
}
