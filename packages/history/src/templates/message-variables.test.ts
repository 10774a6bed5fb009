import { expect, it } from 'vitest'
import { defaultWordingSettings } from '../settings/wording-settings.ts'
import { formatMessage, MESSAGE_VARIABLES, messageTemplateErrors } from './message-variables.ts'

const facts = {
  at: Date.UTC(2026, 10, 16, 13, 5),
  timeZone: 'Europe/Berlin',
  model: 'Demo',
  context: { used: 1200, budget: 31_488 },
  usd: 0.0123,
}

it('[W1] sends a message as typed, with metadata, or by template', () => {
  const format = (messageFormat: 'typed' | 'metadata' | 'template') =>
    formatMessage(
      { ...defaultWordingSettings, messageFormat, messageTemplate: '[{{time}}] {{text}}' },
      'Use {{date}}',
      facts,
    )
  expect([format('typed'), format('metadata'), format('template')]).toEqual([
    'Use {{date}}',
    [
      '<message-metadata>',
      'time: Monday, 16 November 2026, 14:05 (Europe/Berlin)',
      'model: Demo',
      'context: 1,200 of 31,488 tokens',
      'cost so far: $0.012',
      '</message-metadata>',
      '',
      'Use {{date}}',
    ].join('\n'),
    '[14:05] Use {{date}}',
  ])
})

it('[W1] refuses a template that names something unknown, or leaves out the text', () => {
  const errors = (messageTemplate: string) =>
    messageTemplateErrors({ ...defaultWordingSettings, messageFormat: 'template', messageTemplate }).length
  expect([
    errors('{{text}}'),
    errors('{{txt}}'),
    errors('Hello'),
    errors(MESSAGE_VARIABLES.map(({ name }) => `{{${name}}}`).join()),
  ]).toEqual([0, 1, 1, 0])
})
