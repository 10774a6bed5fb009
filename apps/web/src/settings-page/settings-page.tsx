import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { type PreferenceName, preferences } from '../state/preferences.ts'
import { classNames } from '../ui/class-names.ts'
import { inputBorder, inputLook } from '../ui/controls/field.tsx'
import { ShortcutList } from '../ui/keyboard/shortcut-list.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { About } from './about.tsx'
import { PreferenceField } from './preference-field.tsx'
import { ProvidersSetting } from './providers-setting.tsx'
import { type SettingsSection, sections } from './sections.ts'
import { StorageSetting } from './storage-setting.tsx'

const TITLE = 'Settings'

/** Something on the page, and the words by which a search finds it. */
interface Entry {
  readonly section: SettingsSection
  readonly key: string
  readonly words: string
  readonly view: ReactNode
}

const entries: readonly Entry[] = [
  ...(Object.keys(preferences) as PreferenceName[]).map((name): Entry => {
    const { label, help, choices } = preferences[name]
    const words = [label, help, ...choices.map(choice => choice.label)].join(' ')
    return { section: 'general', key: name, words, view: <PreferenceField name={name} /> }
  }),
  {
    section: 'providers',
    key: 'providers',
    words: 'Providers models API keys local servers prices',
    view: <ProvidersSetting />,
  },
  {
    section: 'storage',
    key: 'storage',
    words: 'Storage data folder backup disk browser drafts',
    view: <StorageSetting />,
  },
  ...Object.values(shortcuts).map(
    (shortcut): Entry => ({
      section: 'shortcuts',
      key: shortcut.does,
      words: `${shortcut.does} ${shortcut.keys} keyboard shortcut`,
      view: <ShortcutList shortcuts={[shortcut]} />,
    }),
  ),
  { section: 'about', key: 'about', words: 'About Stet version licence open source API', view: <About /> },
]

export function SettingsPage({ section }: { section: SettingsSection }) {
  const [query, setQuery] = useState('')
  const asked = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(entry =>
    asked.length === 0
      ? entry.section === section
      : asked.every(word => `${entry.words} ${sections[entry.section]}`.toLowerCase().includes(word)),
  )

  useEffect(() => {
    document.title = TITLE
  }, [])

  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn>
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          value={query}
          onChange={event => setQuery(event.target.value)}
          className={classNames(inputLook, inputBorder(undefined))}
        />
        <nav aria-label="Settings sections" className="mt-3 -mb-px flex gap-4 overflow-x-auto border-b border-line">
          {(Object.keys(sections) as SettingsSection[]).map(name => (
            <Link
              key={name}
              to="/settings/$section"
              params={{ section: name }}
              onClick={() => setQuery('')}
              aria-current={name === section && asked.length === 0 ? 'page' : undefined}
              className="grid h-9 shrink-0 place-items-center border-b-2 border-transparent font-medium text-ink-faint transition-colors duration-150 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink coarse:h-11"
            >
              {sections[name]}
            </Link>
          ))}
        </nav>
        <div className="pt-6">
          {asked.length > 0 && (
            <p role="status" className="mb-4 text-ink-soft">
              {found.length === 0 ? `Nothing found for “${query.trim()}”.` : countWords(found.length)}
            </p>
          )}
          {(Object.keys(sections) as SettingsSection[]).map(name => (
            <Section key={name} title={sections[name]} entries={found.filter(entry => entry.section === name)} />
          ))}
        </div>
      </PageColumn>
    </>
  )
}

function Section({ title, entries: shown }: { title: string; entries: readonly Entry[] }) {
  if (shown.length === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-2 text-read font-semibold">{title}</h2>
      {shown.map(({ key, view }) => (
        <Fragment key={key}>{view}</Fragment>
      ))}
    </section>
  )
}

function countWords(count: number): string {
  return count === 1 ? '1 setting found.' : `${count} settings found.`
}
