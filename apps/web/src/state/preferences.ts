import { useSyncExternalStore } from 'react'

interface Preference<Value extends string> {
  readonly label: string
  readonly help: string
  /** The first is the default, which is not stored. */
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
}

/** What the user chose for this browser. Declared once: what is stored, the settings page and the look of the page derive from here. */
export const preferences = {
  theme: prefer('Theme', 'System follows your device.', { system: 'System', light: 'Light', dark: 'Dark' }),
  text: prefer('Text size', 'Of the whole page.', {
    normal: 'Default',
    small: 'Small',
    large: 'Large',
    larger: 'Larger',
  }),
  width: prefer('Reading width', 'How wide a conversation is on a large screen.', {
    normal: 'Default',
    narrow: 'Narrow',
    wide: 'Wide',
    full: 'Full',
  }),
  enter: prefer('Enter key', 'What Enter does while you write a message.', {
    send: 'Sends the message',
    line: 'Starts a new line',
  }),
  notify: prefer('Notifications', 'When an answer is ready or needs your approval while Stet is in the background.', {
    off: 'Off',
    on: 'On',
  }),
  dates: prefer('Language of dates', 'How dates and times are written.', {
    system: 'System',
    'en-GB': 'English (16 Nov, 14:05)',
    'en-US': 'English (Nov 16, 2:05 PM)',
    'de-DE': 'Deutsch',
    'es-ES': 'Español',
    'fr-FR': 'Français',
    'it-IT': 'Italiano',
    'pl-PL': 'Polski',
    'pt-BR': 'Português',
    'ja-JP': '日本語',
    'zh-CN': '中文',
    'sv-SE': 'ISO (2026-11-16)',
  }),
}

function prefer<Value extends string>(
  label: string,
  help: string,
  choices: Readonly<Record<Value, string>>,
): Preference<Value> {
  const values = Object.keys(choices) as Value[]
  return { label, help, choices: values.map(value => ({ value, label: choices[value] })) }
}

export type PreferenceName = keyof typeof preferences
export type Preferred<Name extends PreferenceName> = (typeof preferences)[Name]['choices'][number]['value']

const CHANGED = 'stet-preference'

export function usePreference<Name extends PreferenceName>(
  name: Name,
): [Preferred<Name>, (value: Preferred<Name>) => void] {
  return [useSyncExternalStore(subscribe, () => readPreference(localStorage, name)), value => write(name, value)]
}

/** A value that is no choice, of another version or typed by hand, is the default. */
export function readPreference<Name extends PreferenceName>(
  storage: Pick<Storage, 'getItem'>,
  name: Name,
): Preferred<Name> {
  const choices: readonly { readonly value: Preferred<Name> }[] = preferences[name].choices
  const stored = storage.getItem(`stet.${name}`)
  const chosen = choices.find(({ value }) => value === stored) ?? choices[0]
  if (chosen === undefined) throw new Error(`${name} has no choices`)
  return chosen.value
}

function write<Name extends PreferenceName>(name: Name, value: Preferred<Name>): void {
  if (value === preferences[name].choices[0]?.value) localStorage.removeItem(`stet.${name}`)
  else localStorage.setItem(`stet.${name}`, value)
  dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(CHANGED, listener)
    removeEventListener('storage', listener)
  }
}

/** Puts what styles and formats depend on onto the document, now and whenever it changes. `theme.js` does so for the theme, before the first paint. */
export function applyPreferences(): void {
  const apply = () => {
    const { dataset } = document.documentElement
    dataset.text = readPreference(localStorage, 'text')
    dataset.width = readPreference(localStorage, 'width')
    const dates = readPreference(localStorage, 'dates')
    if (dates === 'system') delete dataset.dates
    else dataset.dates = dates
  }
  apply()
  subscribe(apply)
}
