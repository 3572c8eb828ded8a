import { useRef } from 'react'
import { isRefusal } from '../../../ui/api.ts'
import { newKey } from '../key.ts'

/** The same input keeps its key, so that sending it again after a lost connection does nothing twice. */
export function useKey<Input>() {
  const attempt = useRef({ key: '', text: '' })
  return Object.assign(
    (input: Input) => {
      const text = JSON.stringify(input)
      if (attempt.current.text !== text) attempt.current = { key: newKey(), text }
      return attempt.current.key
    },
    { forget: () => void (attempt.current = { key: '', text: '' }) },
  )
}

/** Sends an input under one key until it is answered: what was done counts though the answer got lost, and a refusal is over. */
export function useSentOnce<Input, Answer>(send: (input: Input, key: string) => Promise<Answer>) {
  const keyOf = useKey<Input>()
  return async (input: Input): Promise<Answer> => {
    try {
      const answer = await send(input, keyOf(input))
      keyOf.forget()
      return answer
    } catch (error) {
      if (isRefusal(error)) keyOf.forget()
      throw error
    }
  }
}
