// Fails on words of a private dialect in comments, page text and documents: a newcomer has to guess what they mean.
// `--all` also looks at the folders in `notYet`, and prints a count for each.
import '../require-pinned-node.ts'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

/** A pattern, and what to write instead. */
const words: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again'],
  [/\b(?:whoever|whomever|whereof|whereby|thereof)\b/i, 'name who or what it is'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'is sent, is published, knows'],
  [/\btold (?:of|to|by)\b/i, 'sent, published, reported'],
  [/\b(?:goes|go|went|gone|going) on\b/i, 'continues'],
  [/\bstands? for\b/i, 'replaces, means'],
  [/\b(?:comes?|came) to stand\b/i, 'is saved, exists'],
  [/\bat work\b/i, 'running'],
  [/\bcabinets?\b/i, 'backend'],
  [/\bdoors?\b/i, 'entry point'],
  [/\b(?:this|that|which|each|every|another|other) rooms?\b|\brooms\b|\bEngineRoom\b/i, 'package, EngineContext'],
  [/\bin the making\b/i, 'being written'],
  [/\b(?:hearers?|goesOn|takesFor|turnOf)\b/, 'subscribers, continues, rejects'],
]

/** Words that identifiers, samples of text and stored names may contain, and prose may not: comments, names of tests, documents and the page. */
const wordsOfProse: typeof words = [
  [/\bstands\b|\bstood\b/i, 'is, is saved, exists'],
  [/\b(?:tells|told)\b/i, 'reports, publishes, sends, says'],
  [/\b(?:hears?|heard)\b/i, 'receives, reads'],
  [/\b(?:an?|the|this|that) person\b/i, 'the user'],
  [/\ball the same\b/i, 'anyway, still'],
  [/\bof (?:our|its|one's) own writing\b/i, 'written by hand'],
]

/** Folders whose words are still to be replaced. It shrinks until it is empty. */
const notYet: readonly string[] = []

/** Texts that are sent to a model or stored, which never change, and the pattern list itself. */
const exempt: readonly string[] = [
  'packages/context/src/compaction/summary-prompt.ts',
  'packages/engine/src/calls/close-step.ts',
  'packages/models/src/mapping/words.ts',
  'scripts/checks/check-words.ts',
  'scripts/checks/check-static.test.ts',
]

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { all: { type: 'boolean' } } })

const folders = ['apps', 'bench', 'decisions', 'docs', 'packages', 'scripts']
const notSources = /^(?:dist|node_modules|fixtures|results)$/
const files = globSync(['*.md', ...folders.map(folder => `${folder}/**/*.{ts,tsx,mjs,css,html,md}`)], {
  cwd: root,
  exclude: path => notSources.test(basename(path)),
}).filter(file => !exempt.includes(file) && (values.all === true || !notYet.some(folder => file.startsWith(folder))))

const found = files.flatMap(findWords)
for (const { file, line, word, instead } of found) console.error(`${file}:${line} "${word}": write ${instead}`)
if (values.all === true) {
  const counts = Map.groupBy(found, ({ file }) => file.split('/').slice(0, 2).join('/'))
  for (const [folder, list] of counts) console.error(`${folder}: ${list.length}`)
}
if (found.length > 0) process.exitCode = 1

function findWords(file: string): readonly { file: string; line: number; word: string; instead: string }[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      [...inText(words, text), ...inText(wordsOfProse, proseOf(file, text))].map(found => ({
        file,
        line: index + 1,
        ...found,
      })),
    )
}

function inText(list: typeof words, text: string): readonly { word: string; instead: string }[] {
  return list.flatMap(([pattern, instead]) => {
    const word = pattern.exec(text)?.[0]
    return word === undefined ? [] : [{ word, instead }]
  })
}

/** The part of a line that is written for readers. In the web app's own files that is all of it. */
function proseOf(file: string, line: string): string {
  if (/\/(?:golden|scenes)\//.test(file)) return ''
  if (file.endsWith('.md') || file.startsWith('apps/web/src/')) return line
  const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*)\s.*/.exec(line)?.[0] ?? ''
  const testName = /\b(?:it|test|describe|\w+Test)\(['`].*?['`], |^\s*\]\)\(['`].*?['`], /.exec(line)?.[0] ?? ''
  return comment + testName
}
