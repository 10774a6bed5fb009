import {
  type CallId,
  type ChatId,
  type MessageId,
  makeId,
  type RequestId,
  type RunId,
  type WorkspaceId,
} from '../id.ts'

/** Valid ids that count up. Two of them with different salts never give the same id. */
export interface IdsInTurn {
  message(): MessageId
  chat(): ChatId
  call(): CallId
  run(): RunId
  request(): RequestId
  workspace(): WorkspaceId
}

export function idsInTurn(salt: number): IdsInTurn {
  let count = 0
  function next(): Uint8Array {
    count += 1
    const bytes = new Uint8Array(20)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, salt)
    view.setUint32(16, count)
    return bytes
  }
  return {
    message: () => makeId('msg', next()),
    chat: () => makeId('chat', next()),
    call: () => makeId('call', next()),
    run: () => makeId('run', next()),
    request: () => makeId('req', next()),
    workspace: () => makeId('ws', next()),
  }
}
