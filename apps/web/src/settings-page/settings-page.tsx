import { Link, useLocation } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { inputBorder, inputLook } from '../ui/controls/field.tsx'
import { ShortcutList } from '../ui/keyboard/shortcut-list.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { About } from './about.tsx'
import { PreferenceField } from './preference-field.tsx'
import { ProvidersSetting } from './providers-setting.tsx'
import { type SettingsSection, sections } from './sections.ts'
import { type SettingsEntry, settingsEntries } from './settings-entries.ts'
import { StorageSetting } from './storage-setting.tsx'
import { WebSearchSection } from './web-search-setting.tsx'

const TITLE = 'Settings'

export function SettingsPage({ section }: { section: SettingsSection }) {
  const [query, setQuery] = useState('')
  const asked = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = settingsEntries.filter(entry =>
    asked.length === 0
      ? entry.section === section
      : asked.every(word => `${entry.words} ${sections[entry.section]}`.toLowerCase().includes(word)),
  )

  useEffect(() => {
    document.title = TITLE
  }, [])

  const { hash } = useLocation()
  useEffect(() => {
    // The router looks for it before this page, which is fetched late, is there.
    const wanted = hash === '' ? null : document.getElementById(hash)
    wanted?.scrollIntoView({ block: 'nearest' })
    wanted?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [hash])

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
        <nav aria-label="Settings sections" className="tab-row mt-3 gap-x-4">
          {(Object.keys(sections) as SettingsSection[]).map(name => (
            <Link
              key={name}
              to="/settings/$section"
              params={{ section: name }}
              onClick={() => setQuery('')}
              aria-current={name === section && asked.length === 0 ? 'page' : undefined}
              className="grid place-items-center border-b-2 border-transparent font-medium text-ink-faint transition-colors duration-150 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
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

function Section({ title, entries }: { title: string; entries: readonly SettingsEntry[] }) {
  const { hash } = useLocation()
  if (entries.length === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-2 text-read font-semibold">{title}</h2>
      {entries.map(entry => (
        <div
          key={entry.key}
          id={entry.key}
          className={classNames('-mx-2 scroll-my-4 px-2', entry.key === hash && 'bg-wash')}
        >
          <EntryView entry={entry} />
        </div>
      ))}
    </section>
  )
}

function EntryView({ entry }: { entry: SettingsEntry }): ReactElement {
  switch (entry.section) {
    case 'general':
      return <PreferenceField name={entry.preference} />
    case 'providers':
      return <ProvidersSetting />
    case 'web-search':
      return <WebSearchSection />
    case 'storage':
      return <StorageSetting />
    case 'shortcuts':
      return <ShortcutList shortcuts={[entry.shortcut]} />
    case 'about':
      return <About />
  }
}

function countWords(count: number): string {
  return count === 1 ? '1 setting found.' : `${count} settings found.`
}
