import { version } from '../../package.json'
import { basePath } from '../formats/base-path.ts'
import { Wordmark } from '../ui/graphics/wordmark.tsx'

export function About() {
  return (
    <div className="max-w-[64ch] space-y-3 text-ink-soft">
      <p className="text-[1.75rem] text-ink">
        <Wordmark />
      </p>
      <p className="text-pretty">
        A private AI workspace that you run yourself. <em>Stet</em> is the proof-reader’s mark for “let it stand”: the
        history of a chat is stored whole and never changed, and what a model is sent is computed from it.
      </p>
      <p>Version {version}. Open source under the Apache License 2.0.</p>
      <p>
        Everything the page does is also an HTTP API:{' '}
        <a href={`${basePath}/api/openapi.json`} className="rounded text-accent underline underline-offset-2">
          its OpenAPI document
        </a>
        .
      </p>
    </div>
  )
}
