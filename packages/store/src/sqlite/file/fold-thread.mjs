import { DatabaseSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'

// The thread of `foldBeside`. Written without types: Node would load its type stripper into the thread.
const port = parentPort
if (port === null) throw new Error('this file is started as a thread')

// SQLite's codes for a database that another program holds, and for a full disk: the log stays as it is, and is tried again.
const PASSING = [5, 6, 13]

port.on('message', file => {
  // Opened for each fold: the search index may be made new in between.
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (!PASSING.includes(code)) throw error
  } finally {
    database.close()
  }
  port.postMessage('done')
})
