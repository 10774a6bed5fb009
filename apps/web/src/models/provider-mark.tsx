/**
 * A drawing for each kind of provider, by the name of its icon. They are Stet's own: the marks of the vendors are trademarks whose terms
 * forbid what a list like this needs, and nothing is fetched from anyone to show a provider.
 */
const DRAWINGS: Readonly<Record<string, { readonly label: string; readonly path: string }>> = {
  openai: { label: 'Hexagon', path: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 9.5v5M9.8 10.7l4.4 2.6M14.2 10.7l-4.4 2.6' },
  anthropic: { label: 'Arch', path: 'M4 20v-7a8 8 0 0 1 16 0v7M9 20v-6.5a3 3 0 0 1 6 0V20M2.5 20h19' },
  gemini: { label: 'Twins', path: 'M9 5a7 7 0 1 0 0 14a7 7 0 0 0 0-14M15 5a7 7 0 1 1 0 14a7 7 0 0 1 0-14' },
  bedrock: { label: 'Layers', path: 'M12 3l9 4.5l-9 4.5l-9-4.5zM3 12l9 4.5l9-4.5M3 16.5L12 21l9-4.5' },
  openrouter: {
    label: 'Junction',
    path: 'M3 12h6c4 0 4-6 8-6h4M9 12c4 0 4 6 8 6h4M18.5 3.5L21 6l-2.5 2.5M18.5 15.5L21 18l-2.5 2.5',
  },
  xai: { label: 'Half square', path: 'M4 4h16v16H4zM4 20L20 4M14 20l6-6' },
  deepseek: { label: 'Waves', path: 'M3 8c3-4 6-4 9 0s6 4 9 0M3 13c3-4 6-4 9 0s6 4 9 0M3 18c3-4 6-4 9 0s6 4 9 0' },
  groq: { label: 'Bolt', path: 'M13 3L5 13.5h6L10 21l9-11h-6.5z' },
  mistral: { label: 'Wind', path: 'M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h7a2.5 2.5 0 1 1-2.5 2.5' },
  together: {
    label: 'Ring of three',
    path: 'M12 4.5a2.5 2.5 0 1 0 .01 0M5.5 15a2.5 2.5 0 1 0 .01 0M18.5 15a2.5 2.5 0 1 0 .01 0M10.5 9l-3.8 6M13.5 9l3.8 6M8 17.5h8',
  },
  fireworks: {
    label: 'Burst',
    path: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.8 2.8M15.6 15.6l2.8 2.8M18.4 5.6l-2.8 2.8M8.4 15.6l-2.8 2.8M12 11.5v1',
  },
  cerebras: { label: 'Wafer', path: 'M12 3a9 9 0 1 0 .01 0M5 7.5h14M3.2 12h17.6M5 16.5h14M8.5 4v16M15.5 4v16' },
  ollama: { label: 'House', path: 'M4 11l8-7l8 7v9H4zM10 20v-5h4v5' },
  'llama-cpp': { label: 'Two pluses', path: 'M3 12h8M7 8v8M13 12h8M17 8v8' },
  'lm-studio': { label: 'Window', path: 'M3.5 5h17v14h-17zM3.5 9.5h17M7 14h6M7 16.5h3.5' },
  vllm: { label: 'Chevrons', path: 'M4 4l8 9l8-9M4 11l8 9l8-9' },
  'openai-compatible': { label: 'Socket', path: 'M8 3v5M16 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3' },
}

/** What the user can choose from; beside them, the first letter of the name. */
export const PROVIDER_ICONS: readonly { readonly name: string; readonly label: string }[] = Object.entries(
  DRAWINGS,
).map(([name, { label }]) => ({ name, label }))

interface ProviderMarkProps {
  /** Of the definition or preset; one that is not known is shown as a letter. */
  icon: string | null
  name: string
  /** In a line of text, without a frame. */
  inline?: boolean
}

/** The mark of a provider (P1): its drawing, or the first letter of its name. */
export function ProviderMark({ icon, name, inline = false }: ProviderMarkProps) {
  const drawing = icon === null ? undefined : Object.entries(DRAWINGS).find(([known]) => known === icon)?.[1]
  const frame = inline
    ? 'inline-grid size-4 shrink-0 place-items-center font-semibold'
    : 'grid size-8 shrink-0 place-items-center rounded border border-line bg-desk font-semibold text-ink-soft'
  return (
    <span aria-hidden="true" data-provider-mark={drawing === undefined ? '' : icon} className={frame}>
      {drawing === undefined ? (
        (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase()
      ) : (
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className={inline ? 'size-4' : 'size-5'}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d={drawing.path} />
        </svg>
      )}
    </span>
  )
}
