import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

interface TabsProps<T extends string> {
  label: string
  tabs: readonly { readonly tab: T; readonly label: string }[]
  tab: T
  onTab: (tab: T) => void
  /** What they belong to: they begin where its title does. */
  of?: keyof typeof PLACES
  /** The panel of the chosen tab. */
  children: ReactNode
}

const PLACES = { page: 'gap-x-4 px-4 desk:px-7', panel: 'gap-x-2.5 px-4', dialog: 'gap-x-4 px-6' }

export function Tabs<T extends string>({ label, tabs, tab, onTab, of = 'panel', children }: TabsProps<T>) {
  return (
    <Base.Root value={tab} onValueChange={(next: T) => onTab(next)} className="flex min-h-0 flex-1 flex-col">
      <Base.List
        activateOnFocus
        aria-label={label}
        className={classNames('tab-row shrink-0 text-[0.8125rem]', PLACES[of])}
      >
        {tabs.map(each => (
          <Base.Tab
            key={each.tab}
            value={each.tab}
            className="border-b-2 border-transparent font-medium text-ink-faint transition-colors duration-150 hover:text-ink data-[active]:border-accent data-[active]:text-ink"
          >
            {each.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* What is in it takes the focus: one stop less for the keyboard. */}
      <Base.Panel key={tab} value={tab} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
