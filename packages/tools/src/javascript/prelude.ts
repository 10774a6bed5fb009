/**
 * What every script finds, written in the language of the script: console, timers, text encoding, base64 and `fs`. It knows some functions
 * of its host, which it takes away before the script starts.
 */
export const PRELUDE = String.raw`
(() => {
  const host = { print: globalThis.__print, cut: globalThis.__cut, ask: globalThis.__ask, halt: globalThis.__halt, done: globalThis.__done }
  for (const name of ['__print', '__cut', '__ask', '__halt', '__done']) delete globalThis[name]
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
  define('self', globalThis)

  const show = value => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return String(value.stack ? value + '\n' + value.stack : value)
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return String(value)
    try {
      const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each), 2)
      return text === undefined ? String(value) : text
    } catch (error) {
      return String(value)
    }
  }
  // What nobody will read stays here: a gigabyte handed over would take minutes.
  let room = 200_000
  const print = level => (...values) => {
    const text = values.map(show).join(' ')
    if (room > 0) host.print(level, text.slice(0, room))
    if (text.length > room) host.cut(text.length - room)
    room = Math.max(0, room - text.length)
  }
  define('console', { log: print('LOG'), info: print('INFO'), warn: print('WARN'), error: print('ERROR'), debug: print('DEBUG') })
  // The loop is where the host interrupts, which no catch of the script can prevent.
  define('halt', message => { host.halt(message === undefined ? '' : show(message)); for (;;) {} })

  const timers = new Set()
  let nextTimer = 1
  const later = (run, _delay, ...args) => {
    const id = nextTimer++
    timers.add(id)
    // Nobody awaits it: an error would be lost.
    Promise.resolve().then(() => timers.delete(id) && run(...args)).catch(error => print('ERROR')('Uncaught', error))
    return id
  }
  const never = id => { timers.delete(id) }
  for (const name of ['setTimeout', 'setInterval']) define(name, later)
  for (const name of ['clearTimeout', 'clearInterval']) define(name, never)

  const ABC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const toBase64 = bytes => {
    let text = ''
    for (let i = 0; i < bytes.length; i += 3) {
      const [a, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]]
      text += ABC[a >> 2] + ABC[((a & 3) << 4) | ((b ?? 0) >> 4)]
      text += b === undefined ? '=' : ABC[((b & 15) << 2) | ((c ?? 0) >> 6)]
      text += c === undefined ? '=' : ABC[c & 63]
    }
    return text
  }
  const fromBase64 = text => {
    const clean = text.replace(/[\s=]/g, '')
    const bytes = new Uint8Array((clean.length * 3) >> 2)
    let [held, bits, at] = [0, 0, 0]
    for (const sign of clean) {
      const value = ABC.indexOf(sign)
      if (value === -1) throw new Error('The string is no valid base64')
      held = ((held << 6) | value) & 0xffffff
      bits += 6
      if (bits >= 8) { bits -= 8; bytes[at++] = (held >> bits) & 255 }
    }
    return bytes
  }
  define('btoa', text => toBase64(Uint8Array.from(String(text), sign => {
    const code = sign.charCodeAt(0)
    if (code > 255) throw new Error('The string has characters outside of Latin-1')
    return code
  })))
  define('atob', text => {
    let result = ''
    for (const byte of fromBase64(String(text))) result += String.fromCharCode(byte)
    return result
  })
  const encode = text => {
    const bytes = []
    for (const sign of String(text)) {
      const code = sign.codePointAt(0)
      if (code < 0x80) bytes.push(code)
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }
    return Uint8Array.from(bytes)
  }
  const decode = given => {
    const bytes = given instanceof ArrayBuffer ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    let text = ''
    for (let i = 0; i < bytes.length; ) {
      const first = bytes[i++]
      const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1
      let code = more <= 0 ? first : first & (0x3f >> more)
      let good = more >= 0
      for (let n = 0; n < more; n++) {
        if ((bytes[i] & 0xc0) !== 0x80) { good = false; break }
        code = (code << 6) | (bytes[i++] & 63)
      }
      text += good && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    }
    return text
  }
  define('TextEncoder', class TextEncoder { get encoding() { return 'utf-8' } encode(text = '') { return encode(text) } })
  define('TextDecoder', class TextDecoder { get encoding() { return 'utf-8' } decode(bytes = new Uint8Array()) { return decode(bytes) } })

  const waiting = new Map()
  let nextAsk = 1
  const ask = (op, ...args) => new Promise((resolve, reject) => {
    const id = nextAsk++
    waiting.set(id, { resolve, reject })
    host.ask(id, JSON.stringify({ op, args }))
  })
  const toBytes = data => data instanceof ArrayBuffer ? new Uint8Array(data) : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : encode(data)
  const fs = Object.freeze({
    readFile: async (path, options) => {
      const bytes = fromBase64(await ask('readFile', String(path)))
      const encoding = typeof options === 'string' ? options : options?.encoding
      return encoding ? decode(bytes) : bytes.buffer
    },
    writeFile: async (path, data) => { await ask('writeFile', String(path), toBase64(toBytes(data))) },
    exists: path => ask('exists', String(path)),
    mkdir: async path => { await ask('mkdir', String(path)) },
    readdir: path => ask('readdir', String(path)),
    unlink: async path => { await ask('unlink', String(path)) },
    rmdir: async path => { await ask('rmdir', String(path)) },
    rename: async (from, to) => { await ask('rename', String(from), String(to)) },
    stat: async path => { const stat = await ask('stat', String(path)); return { ...stat, mtime: new Date(stat.mtime) } },
  })
  define('fs', fs)
  define('__fs', fs)

  const settle = (id, text) => {
    const asked = waiting.get(id)
    if (!asked) return
    waiting.delete(id)
    const answer = JSON.parse(text)
    if (answer.ok) asked.resolve(answer.value)
    else asked.reject(Object.assign(new Error(answer.code + ': ' + answer.message), { code: answer.code }))
  }
  const finish = promise => promise.then(
    value => host.done(value === undefined ? 'undefined' : 'value', value === undefined ? '' : show(value)),
    error => host.done('error', show(error)),
  )
  return { settle, finish }
})()
`
