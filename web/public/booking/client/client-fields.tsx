import type { Client } from './client.ts'

/** The client's data as hidden fields, for use without script. */
export const ClientFields = ({ client }: { client: Client }) =>
  Object.entries({ ...client, known: undefined }).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
