/** What the worker is given, and says, in order. All of it can be cloned. */
export interface Script {
  readonly code: string
  /** Scripts that run before it, by name. */
  readonly libraries: readonly { readonly name: string; readonly code: string }[]
  readonly deadlineMs: number
  readonly memoryBytes: number
}

export type ToWorker =
  /** The VM, compiled. It comes before the script. */
  | { readonly kind: 'load'; readonly wasm: WebAssembly.Module }
  | { readonly kind: 'run'; readonly script: Script }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: string }

export type FromWorker =
  /** Something about files; `request` is JSON. */
  | { readonly kind: 'ask'; readonly id: number; readonly request: string }
  | { readonly kind: 'end'; readonly end: ScriptEnd }

export interface ScriptEnd {
  readonly libraries: readonly { readonly name: string; readonly console: readonly string[] }[]
  readonly console: readonly string[]
  readonly result:
    | { readonly kind: 'value'; readonly text: string }
    | { readonly kind: 'undefined' }
    | { readonly kind: 'error'; readonly text: string }
}

/** A request of a script about files, and its answer. */
export interface FileRequest {
  readonly op: string
  readonly args: readonly unknown[]
}

export type FileAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }
