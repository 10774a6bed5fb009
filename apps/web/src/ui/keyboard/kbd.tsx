const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as this machine names them: `Mod` is Command on a Mac and Control elsewhere. */
export function keysText(keys: string): string {
  return keys
    .split('+')
    .map(keyName)
    .join(isApple ? ' ' : '+')
}

function keyName(key: string): string {
  switch (key) {
    case 'Mod':
      return isApple ? '⌘' : 'Ctrl'
    case 'Shift':
      return isApple ? '⇧' : 'Shift'
    case 'Escape':
      return 'Esc'
    default:
      return key
  }
}

export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split('+').map(key => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-line bg-paper px-1.5 py-0.5 text-center font-sans text-small text-ink-soft"
        >
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}
