import { parentPort, workerData } from 'node:worker_threads'
import { readList } from './file.ts'
import { Unreadable } from './unreadable.ts'

const { bytes, fileName } = workerData as { bytes: Uint8Array; fileName: string }
try {
  parentPort!.postMessage({ list: readList(Buffer.from(bytes), fileName) })
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  parentPort!.postMessage({ sentence: error.message })
}
