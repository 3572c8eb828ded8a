import { useCallback, useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { messageOf } from '../../ui/api.ts'

export const PAGE_ROWS = 20

/** One page of a list; turning keeps the old page until the new one is there. */
export function usePages<Answer extends { total: number }>(path: string) {
  const [page, setPage] = useState(1)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ answer?: Answer; failure?: string; isLoading: boolean }>({
    isLoading: true,
  })
  useEffect(() => {
    let isGone = false
    setState((before) => ({ ...before, isLoading: true }))
    ownerApi.get<Answer>(`${path}?page=${page}&limit=${PAGE_ROWS}`).then(
      (answer) => isGone || setState({ answer, isLoading: false }),
      (error) => isGone || setState({ failure: messageOf(error), isLoading: false }),
    )
    return () => {
      isGone = true
    }
  }, [path, page, attempt])
  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  return { ...state, page, setPage, retry }
}

export type Pages = Pick<
  ReturnType<typeof usePages>,
  'page' | 'setPage' | 'isLoading' | 'failure' | 'retry'
> & {
  answer?: { total: number } | undefined
}
