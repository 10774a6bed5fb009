import { Component, type ReactNode } from 'react'
import { Notice } from '../../ui/layout/notice.tsx'

interface MessageBoundaryProps {
  /** The message, whose words are shown in its place if it cannot be drawn. */
  of: object
  children: ReactNode
}

/** A message that cannot be drawn is shown as plain text, and the conversation stays usable (FU-9). */
export class MessageBoundary extends Component<MessageBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    reportError(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <>
        <Notice tone="trouble" title="Could not display this message">
          Its text is below. ({error.message})
        </Notice>
        <pre className="mt-3 font-mono text-ui whitespace-pre-wrap wrap-anywhere">
          {wordsOf(this.props.of).join('\n\n')}
        </pre>
      </>
    )
  }
}

/** Every text in a message, without relying on its shape: the shape may be the reason that it could not be drawn. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string'
      ? name === 'text' || name === 'input' || name === 'message'
        ? [inner]
        : []
      : wordsOf(inner),
  )
}
