import type { Asked, Scene } from './scene.ts'
import { about } from './scenes/about.ts'
import { code } from './scenes/code.ts'
import { data } from './scenes/data.ts'
import { failure } from './scenes/failure.ts'
import { fallback } from './scenes/fallback.ts'
import { greeting } from './scenes/greeting.ts'
import { help } from './scenes/help.ts'
import { history } from './scenes/history.ts'
import { length } from './scenes/length.ts'
import { lists } from './scenes/lists.ts'
import { long } from './scenes/long.ts'
import { markdown } from './scenes/markdown.ts'
import { mathematics } from './scenes/mathematics.ts'
import { refusal } from './scenes/refusal.ts'
import { results } from './scenes/results.ts'
import { table } from './scenes/table.ts'
import { thinking } from './scenes/thinking.ts'
import { toDo } from './scenes/to-do.ts'
import { today } from './scenes/today.ts'
import { toolCall } from './scenes/tool-call.ts'
import { view } from './scenes/view.ts'

/** In the order in which they are tried: the first whose words are found is played. */
export const scenes: readonly Scene[] = [
  failure,
  refusal,
  length,
  toDo,
  toolCall,
  thinking,
  mathematics,
  code,
  table,
  lists,
  markdown,
  long,
  today,
  data,
  view,
  history,
  about,
  greeting,
  help(() => scenes),
]

/** A request for a scene is short; words found in a longer text were hardly meant for the demo. */
const LONGEST_REQUEST = 90

export function chooseScene(asked: Asked): Scene {
  if (asked.results.length > 0) return results
  const text = asked.text.trim().replaceAll(/\s+/gu, ' ')
  const found = text.length <= LONGEST_REQUEST ? scenes.find(scene => scene.matches.test(text)) : undefined
  return found ?? fallback(() => scenes)
}
