import { callStates } from './call-states.ts'
import { chatStates } from './chat-states.ts'
import { noticeStates } from './notice-states.ts'
import { pageStates } from './page-states.ts'
import { panelStates } from './panel-states.ts'
import type { Show } from './stage.ts'
import { toolStates } from './tool-states.ts'

/** Every page and state that is tried for accessibility and drawn for the eye, by name. */
export const states: readonly (readonly [name: string, show: Show])[] = [
  ...Object.entries(pageStates),
  ...Object.entries(chatStates),
  ...Object.entries(panelStates),
  ...Object.entries(callStates),
  ...Object.entries(toolStates),
  ...Object.entries(noticeStates),
]
