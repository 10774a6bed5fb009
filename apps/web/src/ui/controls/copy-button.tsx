import { useEffect, useState } from 'react'
import { Icon } from '../graphics/icon.tsx'
import { IconButton } from './button.tsx'

const SHOWN_MS = 1500

interface CopyButtonProps {
  label: string
  text: () => string
  className?: string | undefined
}

export function CopyButton({ label, text, className }: CopyButtonProps) {
  const [copied, copy] = useCopy(text)
  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={copied ? 'check' : 'copy'}
      className={className}
      onClick={copy}
    />
  )
}

/** The same in words, for places with room: a tooltip for each of a hundred would be slow to draw. */
export function CopyTextButton({ label, text, className }: CopyButtonProps) {
  const [copied, copy] = useCopy(text)
  return (
    <button type="button" aria-label={copied ? 'Copied' : label} className={className} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      <span aria-hidden="true">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  )
}

function useCopy(text: () => string): [boolean, () => void] {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return [copied, () => navigator.clipboard.writeText(text()).then(() => setCopied(true), reportError)]
}
