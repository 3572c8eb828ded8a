import type { ImportKind } from '#domain/import/state.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { readList } from './file.ts'
import { Unreadable } from './unreadable.ts'

const { bytes, fileName, kind } = workerData as { bytes: Uint8Array; fileName: string; kind: ImportKind }
try {
  parentPort!.postMessage({ list: readList(Buffer.from(bytes), fileName, kind) })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  parentPort!.postMessage({ sentence: error.message })
}
