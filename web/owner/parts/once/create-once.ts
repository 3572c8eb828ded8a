import { useRef } from 'react'
import { isRefusal } from '../../../ui/api.ts'
import { newKey } from '../key.ts'

interface Calls<Input, Row> {
  create: (body: Input, key: string) => Promise<Row>
  change: (id: number, body: Input) => Promise<Row>
  /** Takes back what no change makes of the input; the input is then created anew. @returns whether it did. */
  takeBack?: (created: Row, body: Input) => Promise<boolean>
}

/**
 * Creates one row for an opened dialog, however often the answer is lost: every attempt sends the same key
 * until it is refused. If the input changed between two attempts, it is stored as a change, since the first
 * may have arrived.
 */
export function useCreateOnce<Input, Row extends { id: number }>({
  create,
  change,
  takeBack,
}: Calls<Input, Row>) {
  const first = useRef<{ key: string; text: string }>(undefined)
  return async function store(body: Input): Promise<Row> {
    const text = JSON.stringify(body)
    const attempt = (first.current ??= { key: newKey(), text })
    const created = await create(body, attempt.key).catch((error) => {
      // A refusal is its key's answer; a corrected form is sent under another one.
      if (isRefusal(error)) first.current = undefined
      throw error
    })
    if (text === attempt.text) return created
    if (!(await takeBack?.(created, body))) return change(created.id, body)
    first.current = undefined
    return store(body)
  }
}
