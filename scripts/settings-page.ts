// Writes docs/settings.md and both tables in packages/context/README.md from the declarations and the comments of the layers: node scripts/settings-page.ts. A test fails when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pipeline } from '@stet/context/testing'
import {
  answerSettings,
  type Choice,
  contextSettings,
  defaultSettings,
  type ListedSetting,
  listSettings,
  modelOverride,
  type NumberRange,
  type Setting,
  type Settings,
  wordingSettings,
} from '@stet/history'
import { definitionOptions } from '@stet/models'
import { TOOLS } from '@stet/tools'

export const SETTINGS_PAGE = fileURLToPath(new URL('../docs/settings.md', import.meta.url))
export const CONTEXT_README = fileURLToPath(new URL('../packages/context/README.md', import.meta.url))

export function settingsPage(): string {
  const tools = TOOLS.filter(({ options }) => Object.keys(options).length > 0)
  const chapters = [
    chapter(
      'Context',
      'What decides the view of a chat, declared in `packages/history/src/settings`.',
      contextSettings,
    ),
    chapter('Answer', 'How the model of a chat answers, declared in `packages/history/src/settings`.', answerSettings),
    chapter(
      'Messages',
      'How messages are sent, and what is asked for titles and summaries, declared in `packages/history/src/settings`.',
      wordingSettings,
    ),
    chapter(
      'Providers',
      'How a server differs from others of its type, declared in `packages/models`.',
      definitionOptions,
    ),
    chapter(
      'Models',
      'What the user can set for a single model, declared in `packages/history/src/settings`. A field that is empty keeps what is known.',
      modelOverride,
      true,
    ),
    ...tools.map(tool => chapter(`Tool: ${tool.title}`, `Options of \`${tool.name}\`.`, tool.options)),
  ]
  return `# Settings\n\nThis page is generated: \`node scripts/settings-page.ts\` writes it.\n\n${chapters.join('\n')}`
}

const LAYERS = fileURLToPath(new URL('../packages/context/src/layers/', import.meta.url))

/** The README of the library with its tables: the settings, for those who write them as code, and the layers. */
export function contextReadme(): string {
  const defaults = defaultSettings(contextSettings)
  const rows = listSettings(contextSettings).map(
    ({ path, setting }) =>
      `| \`${path}\` | ${codeOf(setting)} | ${literal(valueAt(defaults, path))} | **${setting.label}** ${setting.help} |`,
  )
  const table = ['| setting | values | default | |', '|---|---|---|---|', ...rows].join('\n')
  const layers = ['| layer | what it decides |', '|---|---|', ...pipeline.map(({ name }) => layerRow(name))].join('\n')
  return readFileSync(CONTEXT_README, 'utf8')
    .replace(/\| setting \|.*?(?=\n\n)/s, () => table)
    .replace(/\| layer \|.*?(?=\n\n)/s, () => layers)
}

/** The layer with the comment above it. */
function layerRow(name: string): string {
  const file = `${name}.ts`
  const source = readFileSync(join(LAYERS, file), 'utf8')
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\nexport const \w+ = \{\n {2}name: /s.exec(source)?.[1]
  if (comment === undefined) throw new Error(`${file} has no comment that says what the layer decides`)
  return `| \`${name}\` | ${comment.replaceAll(/\s*\n \* ?/gu, ' ').trim()} |`
}

function codeOf(setting: Setting): string {
  const values = codesOf(setting)
  return ('unset' in setting ? [...values, '`null`'] : values).join(', ')
}

function codesOf(setting: Setting): readonly string[] {
  switch (setting.kind) {
    case 'switch':
      return ['`true`', '`false`']
    case 'number':
      return [
        [figure(setting.from), 'to', figure(setting.to), setting.number === 'percent' ? '' : setting.unit]
          .join(' ')
          .trim(),
      ]
    case 'choice':
      return setting.choices.map(({ value, number }) => {
        const fields = [
          ...(setting.tag === undefined ? [] : [`${setting.tag}: '${value}'`]),
          ...(number === undefined ? [] : [`${number.name}: ${figure(number.from)}…${figure(number.to)}`]),
        ]
        return fields.length === 0 ? `\`${value}\`` : `\`{ ${fields.join(', ')} }\``
      })
    case 'text':
      return [`at most ${figure(setting.longest)} characters`]
    case 'model':
      return ['`{ definition, model }`']
  }
}

function literal(value: unknown): string {
  if (typeof value === 'number') return figure(value)
  if (typeof value !== 'object' || value === null) return `\`${value}\``
  const fields = Object.entries(value).map(
    ([name, each]) => `${name}: ${typeof each === 'string' ? `'${each}'` : each}`,
  )
  return `\`{ ${fields.join(', ')} }\``
}

/** Where any setting may be absent, that is what it is by default. */
function chapter(title: string, about: string, declared: Settings, isPartial = false): string {
  const defaults = defaultSettings(declared)
  const rows = listSettings(declared).map(listed =>
    toRow(listed, isPartial ? undefined : valueAt(defaults, listed.path)),
  )
  return [`## ${title}`, '', about, '', '| setting | name | values | default |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  )
}

function toRow({ path, setting }: ListedSetting, initial: unknown): string {
  const { label, help } = setting
  return `| **${label}** ${help} | \`${path}\` | ${valuesOf(setting)} | ${initial === '' ? 'empty' : shown(initial, setting)} |`
}

function valuesOf(setting: Setting): string {
  switch (setting.kind) {
    case 'switch':
      return 'on, off'
    case 'number':
      return `${rangeOf(setting)}${setting.unit === undefined ? '' : ` ${setting.unit}`}`
    case 'choice':
      return setting.choices.map(choiceText).join('<br>')
    case 'text':
      return `at most ${figure(setting.longest)} characters`
    case 'model':
      return 'a model'
  }
}

function choiceText({ value, label, number }: Choice): string {
  const words = label === value ? '' : ` ${label}`
  return `\`${value}\`${words}${number === undefined ? '' : `, ${rangeOf(number)}`}`
}

function rangeOf({ number, from, to }: NumberRange): string {
  const scale = number === 'percent' ? 100 : 1
  return `${figure(from * scale)} to ${figure(to * scale)}`
}

function shown(value: unknown, setting: Setting): string {
  if (value === undefined) return 'known value'
  if (value === null) return 'unset' in setting ? (setting.unset ?? '') : ''
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'object') return `\`${Object.values(value).join(' ')}\``
  const isPercent = setting.kind === 'number' && setting.number === 'percent'
  return typeof value === 'number' ? figure(isPercent ? value * 100 : value) : `\`${value}\``
}

function figure(value: number): string {
  return value.toLocaleString('en')
}

function valueAt(values: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), values)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SETTINGS_PAGE, settingsPage())
  writeFileSync(CONTEXT_README, contextReadme())
}
