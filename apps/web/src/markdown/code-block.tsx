import { CopyTextButton } from '../ui/controls/copy-button.tsx'
import { toLanguage } from './code-language.ts'
import { useHighlight } from './use-highlight.ts'

export function CodeBlock({ code, language }: { code: string; language: string | null }) {
  const lines = useHighlight(code, language === null ? null : toLanguage(language))
  return (
    <figure className="code-block">
      <figcaption>
        <bdi>{language ?? 'text'}</bdi>
        <CopyTextButton label="Copy code" text={() => code} className="code-copy" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>
          {lines.map((line, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of code has no name but its number
            <span key={number}>
              {line.map((piece, at) =>
                piece.ink === null ? (
                  piece.text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor has a piece of it
                  <span key={at} className={`ink-${piece.ink}`}>
                    {piece.text}
                  </span>
                ),
              )}
              {number < lines.length - 1 && '\n'}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
