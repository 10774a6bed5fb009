import { Link } from '@tanstack/react-router'

interface HelpLinkProps {
  /** What the paragraph is about, as the page names it. */
  of: string
  /** The id of the paragraph (settings-page/help). */
  to: string
}

/** Leads to a paragraph of the help, in a page of its own: what was typed here and is not saved stays. */
export function HelpLink({ of, to }: HelpLinkProps) {
  return (
    <Link
      to="/help/$chapter"
      params={{ chapter: 'settings' }}
      hash={to}
      target="_blank"
      aria-label={`More about ${of} (new tab)`}
      className="whitespace-nowrap text-accent underline underline-offset-3"
    >
      More
    </Link>
  )
}
