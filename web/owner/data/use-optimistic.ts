import { type DataTag, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { failureText } from '../parts/failures.ts'

interface Options<Data, Change, Answer> {
  /** The query whose data the change affects. */
  query: { queryKey: DataTag<QueryKey, Data, Error> }
  send: (change: Change) => Promise<Answer>
  /** The data with the change applied. */
  show: (data: Data, change: Change) => Data
  /** The data with the server's answer applied. */
  settle: (data: Data, answer: Answer) => Data
  success?: string
  /** The toast of a failure without a sentence of its own; given a function, of every failure. */
  failure: string | (() => string)
}

/**
 * A change that shows at once and is undone if the server refuses it. Changes of one list are sent one after
 * the other, and the list is fetched again after the last.
 */
export function useOptimistic<Data, Change, Answer>(options: Options<Data, Change, Answer>) {
  const { query, send, show, settle, success, failure } = options
  const { queryKey } = query
  const client = useQueryClient()
  const put = (make: (data: Data) => Data) =>
    client.setQueryData<Data>(queryKey as QueryKey, (data) => data && make(data))
  return useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join('/') },
    mutationFn: send,
    async onMutate(change) {
      // An answer in progress would not include the change.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<Data>(queryKey as QueryKey)
      put((data) => show(data, change))
      return before
    },
    onSuccess(answer) {
      put((data) => settle(data, answer))
      if (success) toast.success(success)
    },
    onError(error, _change, before) {
      if (before !== undefined) put(() => before)
      toast.error(typeof failure === 'string' ? failureText(error, failure) : failure())
    },
    onSettled() {
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
}
