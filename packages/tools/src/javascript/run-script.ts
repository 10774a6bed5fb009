import { JSException, type JSValueHandle, QuickJS } from 'quickjs-wasi'
import { PRELUDE } from './prelude.ts'
import type { FromWorker, Script, ScriptEnd, ToWorker } from './script-messages.ts'

interface Channel {
  post(message: FromWorker): void
  /** The next answer of the host. */
  next(): Promise<Extract<ToWorker, { kind: 'answer' }>>
}

/** Runs a script in a VM of its own. It sees nothing but what the prelude gives it (FT-6). */
export async function runScript(wasm: WebAssembly.Module, script: Script, channel: Channel): Promise<ScriptEnd> {
  const deadline = Date.now() + script.deadlineMs
  const said = createConsole()
  let ended: ScriptEnd['result'] | null = null
  let halted: string | null = null
  let asked = 0
  using vm = await QuickJS.create({
    wasm,
    memoryLimit: script.memoryBytes,
    interruptHandler: () => halted !== null || Date.now() > deadline,
  })
  const give = (name: string, act: (...args: JSValueHandle[]) => void) => {
    using made = vm.newFunction(name, (...args) => {
      act(...args)
      return vm.undefined
    })
    vm.setProp(vm.global, name, made)
  }
  give('__print', (level, text) => said.add(`[${level?.toString()}] ${text?.toString()}`))
  give('__cut', length => said.cut(length?.toNumber() ?? 0))
  give('__halt', message => {
    halted = message?.toString() ?? ''
  })
  give('__ask', (id, request) => {
    asked += 1
    channel.post({ kind: 'ask', id: id?.toNumber() ?? 0, request: request?.toString() ?? '' })
  })
  give('__done', (kind, text) => {
    ended = toResult(kind?.toString() ?? '', text?.toString() ?? '')
  })
  const libraries: { name: string; console: readonly string[] }[] = []

  const result = await (async (): Promise<ScriptEnd['result']> => {
    try {
      using prelude = vm.evalCode(PRELUDE, '<prelude>')
      vm.setProp(vm.global, '__prelude', prelude)
      vm.evalCode(
        'globalThis.__settle = __prelude.settle; globalThis.__finish = __prelude.finish; delete globalThis.__prelude',
      ).dispose()
      for (const { name, code } of script.libraries) {
        try {
          vm.evalCode(code, name).dispose()
          vm.executePendingJobs()
        } catch (error) {
          said.add(`[ERROR] ${wordsOf(error)}`)
        }
        libraries.push({ name, console: said.take() })
      }
      vm.evalCode(`__finish((async () => {\n${script.code}\n})())`, '<script>').dispose()
      for (;;) {
        vm.executePendingJobs()
        if (ended !== null) return ended
        if (halted !== null || Date.now() > deadline) return stopped(halted, script)
        if (asked === 0) return { kind: 'error', text: 'The script waits for a promise that never settles.' }
        const { id, answer } = await channel.next()
        asked -= 1
        vm.evalCode(`__settle(${id}, ${JSON.stringify(answer)})`, '<host>').dispose()
      }
    } catch (error) {
      if (halted !== null || Date.now() > deadline) return stopped(halted, script)
      if (error instanceof JSException) return { kind: 'error', text: wordsOf(error) }
      throw error
    }
  })()
  return { libraries, console: said.take(), result }
}

function stopped(halted: string | null, { deadlineMs }: Script): ScriptEnd['result'] {
  if (halted !== null) return { kind: 'value', text: halted === '' ? 'Halted.' : `Halted: ${halted}` }
  return { kind: 'error', text: `The script was stopped after ${deadlineMs / 1000} seconds.` }
}

function toResult(kind: string, text: string): ScriptEnd['result'] {
  if (kind === 'undefined') return { kind }
  return { kind: kind === 'error' ? 'error' : 'value', text }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name}: ${error.message}`
}

function createConsole() {
  let lines: string[] = []
  let lost = 0
  return {
    add: (line: string) => lines.push(line),
    /** So many characters were not handed over. */
    cut(length: number) {
      lost += length
    },
    /** What was said since it was last taken. */
    take(): readonly string[] {
      const taken = lost === 0 ? lines : [...lines, `[… ${lost.toLocaleString('en')} characters of output cut]`]
      lines = []
      lost = 0
      return taken
    },
  }
}
