import { listSettings } from '@stet/api/client'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { settingGroups } from '../../settings/setting-groups.ts'
import { type PreferenceName, preferences } from '../../state/preferences.ts'
import { useStartTour } from '../../state/tour.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PageColumn } from '../../ui/layout/page-column.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Chapter, chapters } from './chapter-names.ts'
import { pageHelp, preferenceHelp, settingHelp } from './setting-help.ts'
import { texts } from './texts.ts'

const TITLE = 'Help'

/** The help is part of the page: it can be read without a network (V8). */
export function HelpPage({ chapter }: { chapter: Chapter }) {
  const title = chapters[chapter]
  useEffect(() => {
    document.title = `${title} · ${TITLE}`
  }, [title])
  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn key={chapter}>
        <nav aria-label="Chapters" className="tab-row gap-x-4">
          {(Object.keys(chapters) as Chapter[]).map(name => (
            <Link
              key={name}
              to="/help/$chapter"
              params={{ chapter: name }}
              aria-current={name === chapter ? 'page' : undefined}
              className="grid place-items-center border-b-2 border-transparent font-medium text-ink-faint transition-colors duration-150 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {chapters[name]}
            </Link>
          ))}
        </nav>
        <article className="pt-6">
          <h2 className="mb-3 text-[1.625rem] leading-8 font-semibold">{title}</h2>
          {chapter === 'getting-started' && <TourOffer />}
          {chapter === 'settings' ? <SettingsHelp /> : <Markdown text={texts[chapter]} />}
        </article>
      </PageColumn>
    </>
  )
}

function TourOffer() {
  const startTour = useStartTour()
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-line bg-desk py-2 pr-2 pl-4">
      <span className="min-w-0 flex-1 text-ink-soft">
        A tour of two minutes shows what a chat has around its messages.
      </span>
      <Button look="outline" onClick={startTour}>
        Take the tour
      </Button>
    </p>
  )
}

/** Everything that can be set, and a paragraph about it. */
function SettingsHelp() {
  const { hash } = useLocation()
  useEffect(() => {
    // The router looks for it before this page, which is fetched late, is there.
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return (
    <>
      <Paragraphs
        title="This browser"
        hash={hash}
        paragraphs={(Object.keys(preferences) as PreferenceName[]).map(name => ({
          id: name,
          label: preferences[name].label,
          help: preferences[name].help,
          text: preferenceHelp[name],
        }))}
      />
      {settingGroups.map(({ title, declared }) => (
        <Paragraphs
          key={title}
          title={title}
          hash={hash}
          paragraphs={listSettings(declared).map(({ path, setting: { label, help } }) => ({
            id: path,
            label,
            help,
            text: settingHelp[path],
          }))}
        />
      ))}
      {pageHelp.map(group => (
        <Paragraphs key={group.title} {...group} hash={hash} />
      ))}
    </>
  )
}

interface ParagraphsProps {
  title: string
  paragraphs: readonly {
    readonly id: string
    readonly label: string
    /** The short one, as it is beside the control. */
    readonly help?: string
    readonly text: string | undefined
  }[]
  hash: string
}

function Paragraphs({ title, paragraphs, hash }: ParagraphsProps) {
  return (
    <section className="mb-8">
      <h3 className="mb-1 text-small font-medium text-ink-faint">{title}</h3>
      {paragraphs.map(({ id, label, help, text }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-name`}
          className={classNames(
            'scroll-mt-4 border-b border-line py-3',
            id === hash && 'bg-wash shadow-[-0.5rem_0_var(--wash),0.5rem_0_var(--wash)]',
          )}
        >
          <h4 id={`${id}-name`} className="font-medium">
            {label}
          </h4>
          {help !== undefined && <p className="max-w-[72ch] text-pretty text-ink-soft">{help}</p>}
          <p className="mt-1 max-w-[72ch] text-pretty">{text}</p>
        </section>
      ))}
    </section>
  )
}
