import type { Client } from './client.ts'

/** The client's data in a form that does not show them, for the way without script. */
export const ClientFields = ({ client }: { client: Client }) =>
  Object.entries(client).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
