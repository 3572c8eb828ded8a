import { useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { newKey } from '../appointments/form/key.ts'

/**
 * Creates one thing for an opened dialog, however often its answer is lost on the way: every attempt carries the same
 * key. What was changed between two attempts is stored too, since the first may have arrived.
 */
export function useCreateOnce<Answer>(path: string, idOf: (answer: Answer) => number) {
  const [key] = useState(newKey)
  const first = useRef<string>(undefined)
  return async (body: object): Promise<Answer> => {
    const text = JSON.stringify(body)
    first.current ??= text
    const answer = await ownerApi.post<Answer>(path, body, key)
    return text === first.current ? answer : ownerApi.put<Answer>(`${path}/${idOf(answer)}`, body)
  }
}
