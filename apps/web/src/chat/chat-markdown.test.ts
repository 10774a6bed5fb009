import type { Message } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { chatMarkdown } from './chat-markdown.ts'
import { toFileName } from './messages/save-text.ts'

describe('a chat as Markdown', () => {
  it('[H9] has its title, who said what, and no empty messages', () => {
    const path = [
      { role: 'user', parts: [{ kind: 'text', text: 'Hello *there*' }] },
      { role: 'assistant', origin: { model: 'quill' }, parts: [{ kind: 'text', text: 'Hi.' }] },
      { role: 'clear' },
    ] as unknown as readonly Message[]
    expect(chatMarkdown('Greetings', path)).toBe('# Greetings\n\n## You\n\nHello *there*\n\n## quill\n\nHi.\n')
  })

  it.each([
    ['Moss: a/b\\c', 'Moss a b c'],
    ['東京都', '東京都'],
    ['\u0000\u202e..', 'chat'],
    ['', 'chat'],
    ['.hidden', 'hidden'],
  ])('[H9] [Z-8] is saved under a name that every system takes: %j', (title, name) => {
    expect(toFileName(title)).toBe(name)
  })
})
