import { useRef } from 'react'
import { ApiError, isRefusal, messageOf } from '../../../ui/api.ts'
import { newKey } from '../key.ts'

interface Calls<Input, Row> {
  create: (body: Input, key: string) => Promise<Row>
  change: (id: number, body: Input) => Promise<Row>
  anew?: Anew<Input, Row>
}

/** Where no change makes of a row what is wished: that is created, and the former row is removed once it is there. */
interface Anew<Input, Row> {
  isSame: (created: Row, body: Input) => boolean
  isNeeded: (created: Row, body: Input) => boolean
  remove: (former: Row) => Promise<unknown>
  /** What is said beside a refusal. */
  stands: string
}

interface Attempt<Row> {
  key: string
  text: string
  former?: { row: Row; attempt: Attempt<Row> }
}

/** A refusal of what was to replace a row, which stands. */
export class FormerStands extends ApiError {}

/**
 * Creates one row for an opened dialog, however often the answer is lost: every attempt sends the same key
 * until it is refused. If the input changed between two attempts, it is stored as a change, since the first
 * may have arrived.
 */
export function useCreateOnce<Input, Row extends { id: number }>({
  create,
  change,
  anew,
}: Calls<Input, Row>) {
  const latest = useRef<Attempt<Row>>(undefined)
  return async function store(body: Input): Promise<Row> {
    const text = JSON.stringify(body)
    const attempt = (latest.current ??= { key: newKey(), text })
    const created = await create(body, attempt.key).catch((error) => {
      // A refusal is its key's answer; a corrected form is sent under another one.
      if (isRefusal(error)) latest.current = attempt.former?.attempt
      throw isRefusal(error) && attempt.former ? withSentence(error, anew!.stands) : error
    })
    const isAsSent = text === attempt.text || anew?.isSame(created, body)
    if (!isAsSent && anew?.isNeeded(created, body)) {
      latest.current = { key: newKey(), text, former: { row: created, attempt } }
      return store(body)
    }
    const stored = isAsSent ? created : await change(created.id, body)
    for (let { former } = attempt; former; former = former.attempt.former) await anew!.remove(former.row)
    return stored
  }
}

function withSentence(refusal: ApiError, sentence: string) {
  const error = `${messageOf(refusal)} ${sentence}`
  return new FormerStands(refusal.status, error, { ...Object(refusal.body), error })
}
