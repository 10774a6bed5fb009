import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'

/** The path of the setting that one came for; null for none. */
export const WantedSettingContext = createContext<string | null>(null)

/** For an element in the block of a setting: shows the block and puts the focus on its control when one came for it. */
export function useWantedSetting(path: string): RefObject<HTMLDivElement | null> {
  const isWanted = useContext(WantedSettingContext) === path
  const inBlock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const block = isWanted ? inBlock.current?.parentElement : null
    block?.scrollIntoView({ block: 'center' })
    const control = 'input:checked, input:not([type=radio]), textarea, [role=combobox], [role=switch]'
    block?.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
  }, [isWanted])
  return inBlock
}
