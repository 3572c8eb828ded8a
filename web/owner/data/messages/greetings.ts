import { queryOptions } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** Whether clients are greeted on their birthday by themselves. */
export const greetingsQuery = () =>
  queryOptions(read('/api/messages/greetings', ({ greets_birthdays }) => greets_birthdays))

/** @throws ApiError */
export async function storeGreetings(greets_birthdays: boolean): Promise<void> {
  await ownerApi.put('/api/messages/greetings', { body: { greets_birthdays } })
  queryClient().setQueryData(greetingsQuery().queryKey, greets_birthdays)
}
