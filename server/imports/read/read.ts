import type { ImportKind } from '#domain/import/state.ts'
import { Worker } from 'node:worker_threads'
import { fairQueue, QueueFull } from '../../turns/fair-queue.ts'
import { Refusal } from '../../http/refusal.ts'
import type { List } from './file.ts'
import { TOO_MUCH, Unreadable } from './unreadable.ts'

const PATIENCE_MS = 20_000
const BUSY = 'Estamos leyendo otros archivos. Intenta de nuevo en un momento.'

// Each holds its file and what was read of it.
const queue = fairQueue({ atOnce: 2, perLane: 2, total: 20 })

/**
 * Reads a file in a thread of its own: nobody else waits for it, and what takes too long, or too much memory, is ended.
 * @throws Refusal 400 with a sentence, 503 when too many are being read.
 */
export async function readFile(
  bytes: Buffer,
  { fileName, kind, lane }: { fileName: string; kind: ImportKind; lane: string },
): Promise<List> {
  try {
    return await queue.run({ lane, isKnown: true }, () => inThread(bytes, fileName, kind))
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal(503, BUSY, { retryAfter: 5 })
    throw error
  }
}

function inThread(bytes: Buffer, fileName: string, kind: ImportKind): Promise<List> {
  const { promise, resolve, reject } = Promise.withResolvers<List>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { bytes, fileName, kind },
    resourceLimits: { maxOldGenerationSizeMb: 400 },
    env: {},
  })
  const patience = setTimeout(() => reject(new Refusal(400, TOO_MUCH)), PATIENCE_MS)
  worker.once('message', (answer: { list: List } | { sentence: string }) =>
    'list' in answer ? resolve(answer.list) : reject(new Refusal(400, answer.sentence)),
  )
  worker.once('error', (error: Error & { code?: string }) =>
    reject(new Refusal(400, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_MUCH : new Unreadable().message)),
  )
  worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  return promise.finally(() => {
    clearTimeout(patience)
    void worker.terminate()
  })
}
