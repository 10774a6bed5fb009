import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'

const SHOWN_MS = 1500

interface CopyButtonProps {
  label: string
  text: () => string
  className?: string | undefined
}

export function CopyButton({ label, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <IconButton
      label={copied ? 'Copied' : label}
      icon={copied ? 'check' : 'copy'}
      className={className}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(() => setCopied(true), reportError)
      }}
    />
  )
}
