import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROMPT_VARIABLES, promptValues } from './prompt-variables.ts'
import { fillTemplate, templateErrors } from './template.ts'

const values = promptValues({
  at: Date.UTC(2026, 10, 16, 23, 30),
  timeZone: 'Europe/Berlin',
  workspace: 'Garden',
  model: 'Demo',
  roots: ['/srv/app', '/srv/docs'],
  tools: [],
})

describe('fillTemplate', () => {
  it('[W2] fills in every variable of a system prompt, in the time zone of the home', () => {
    const template = PROMPT_VARIABLES.map(({ name }) => `${name}: {{${name}}}`).join('\n')
    expect([templateErrors(template, PROMPT_VARIABLES), fillTemplate(template, values)]).toEqual([
      [],
      [
        'date: Tuesday, 17 November 2026',
        'time_zone: Europe/Berlin',
        'workspace: Garden',
        'model: Demo',
        'roots: /srv/app\n/srv/docs',
        'tools: none',
      ].join('\n'),
    ])
  })

  it('[W2] takes escaped braces, single braces and values with braces as text', () => {
    expect(fillTemplate('\\{{date}} {date} {{ workspace }}', { ...values, workspace: '{{model}}' })).toBe(
      '{{date}} {date} {{model}}',
    )
  })

  it('[W2] leaves a text without braces as it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        text => fillTemplate(text.replaceAll('{{', ''), values) === text.replaceAll('{{', ''),
      ),
    )
  })

  it('[W2] reads back any text whose braces were escaped', () => {
    const texts = fc.array(fc.constantFrom('{{', '}}', '{', ' ', 'date', '\n', 'ü')).map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, text => {
        const escaped = text.replaceAll('{{', '\\{{')
        return templateErrors(escaped, PROMPT_VARIABLES).length === 0 && fillTemplate(escaped, values) === text
      }),
    )
  })
})

describe('templateErrors', () => {
  it('[W2] names each error at its place', () => {
    const template = 'On {{date}} {{ dte }} and {{'
    const places = templateErrors(template, PROMPT_VARIABLES).map(({ from, to, message }) => [
      template.slice(from, to),
      message,
    ])
    expect(places).toEqual([
      [
        '{{ dte }}',
        'There is no variable dte. Use {{date}}, {{time_zone}}, {{workspace}}, {{model}}, {{roots}} or {{tools}}, or \\{{ for plain braces.',
      ],
      ['{{', 'These braces are never closed. Write \\{{ to send them as text.'],
    ])
  })
})
