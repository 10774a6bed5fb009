import { readdirSync, readFileSync } from 'node:fs'
import { answerSettings, contextSettings, listSettings, wordingSettings } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { preferences } from '../../state/preferences.ts'
import { pageHelp, settingHelp } from './setting-help.ts'

const sources = new URL('../../', import.meta.url)

describe('the help', () => {
  it('[V8] has a paragraph for every declared setting, and none for a setting that is gone', () => {
    const declared = [contextSettings, answerSettings, wordingSettings].flatMap(listSettings).map(({ path }) => path)
    expect(Object.keys(settingHelp).sort()).toEqual(declared.sort())
  })

  it('[V8] has an id of its own for every paragraph', () => {
    const ids = [...Object.keys(settingHelp), ...Object.keys(preferences), ...idsOfPages()]
    expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
  })

  it('[V8] has a paragraph wherever a field leads, and leads to each of them', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.tsx'))
    const linked = files.flatMap(name => {
      const text = readFileSync(new URL(name, sources), 'utf8')
      return [...text.matchAll(/(?:\bmore="|<HelpLink [^>]*\bto="|, to: '|PARAGRAPH = ')([a-z-]+)["']/g)].map(
        ([, id]) => id,
      )
    })
    expect([...new Set(linked)].toSorted()).toEqual(idsOfPages().toSorted())
  })
})

function idsOfPages(): string[] {
  return pageHelp.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id))
}
