import { IconButton } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'

interface SlashTroubleProps {
  slash: { readonly trouble: { readonly what: string; readonly because: string } | null; readonly dismiss: () => void }
}

/** Why a typed command did nothing. */
export function SlashTrouble({ slash: { trouble, dismiss } }: SlashTroubleProps) {
  if (trouble === null) return null
  return (
    <div role="alert" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <Notice
        tone="trouble"
        title={trouble.what}
        actions={<IconButton label="Dismiss" icon="close" onClick={dismiss} />}
      >
        {trouble.because}
      </Notice>
    </div>
  )
}
