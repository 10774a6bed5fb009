import { answerSettings, contextSettings, listSettings, wordingSettings } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { settingHelp } from './setting-help.ts'

describe('the help', () => {
  it('[V8] has a paragraph for every declared setting, and none for a setting that is gone', () => {
    const declared = [contextSettings, answerSettings, wordingSettings].flatMap(listSettings).map(({ path }) => path)
    expect(Object.keys(settingHelp).sort()).toEqual(declared.sort())
  })
})
