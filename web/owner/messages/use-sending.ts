import { useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import {
  askedBefore,
  askedKey,
  keepAsked,
  type MessageRow,
  noteSent,
  refreshToday,
} from '../data/messages/today.ts'
import { failureText, isRefusedSession } from '../parts/failures.ts'

/** Which messages were opened in WhatsApp, and the answers to whether they were sent. */
export function useSending() {
  const [asked, setAsked] = useState(askedBefore)
  const [busy, setBusy] = useState<string[]>([])

  function ask(row: MessageRow, isAsked: boolean) {
    setAsked((before) => {
      const others = before.filter((one) => one !== askedKey(row))
      const now = isAsked ? [...others, askedKey(row)] : others
      keepAsked(now)
      return now
    })
  }

  /** Answers whether it is done. */
  async function answer(row: MessageRow, wasSent: boolean): Promise<boolean> {
    if (!wasSent) {
      ask(row, false)
      return true
    }
    const key = askedKey(row)
    setBusy((before) => [...before, key])
    try {
      await noteSent(row)
      ask(row, false)
      return true
    } catch (error) {
      if (!isRefusedSession(error)) toast.error(failureText(error, 'No pudimos anotarlo. Intenta de nuevo.'))
      if (error instanceof ApiError && error.status === 409) void refreshToday()
      return false
    } finally {
      setBusy((before) => before.filter((one) => one !== key))
    }
  }

  return {
    isAsked: (row: MessageRow) => asked.includes(askedKey(row)),
    isBusy: (row: MessageRow) => busy.includes(askedKey(row)),
    opened: (row: MessageRow) => ask(row, true),
    answer,
  }
}
