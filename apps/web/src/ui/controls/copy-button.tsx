import { useEffect, useRef, useState } from 'react'
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

interface CopyTextButtonProps extends Omit<CopyButtonProps, 'text'> {
  shown?: string
  /** May be what is shown around the button. */
  text: (button: HTMLElement) => string
}

/** The same in words, for places with room: a tooltip for each of a hundred would be slow to draw. */
export function CopyTextButton({ label, shown = 'Copy', text, className }: CopyTextButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [copied, copy] = useCopy(() => (button.current === null ? '' : text(button.current)))
  return (
    <button ref={button} type="button" aria-label={copied ? 'Copied' : label} className={className} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      <span aria-hidden="true">{copied ? 'Copied' : shown}</span>
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
