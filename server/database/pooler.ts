import pg from 'pg'
import { connectionOf, type Where } from './db.ts'
import { poolerFault, StartError } from '../start-error.ts'

const BESIDE = 4
const TIME_MS = 8_000

/**
 * Refuses a pooler between us and PostgreSQL, such as PgBouncer: of one that ignores the settings of a connection nothing
 * else would tell, but statements would have no time limit; and where connections share those of PostgreSQL by turns,
 * notices would be lost and locks be another's.
 * @throws StartError where a setting of ours does not arrive, or a connection changes its place in PostgreSQL.
 */
export async function refusePooler(where: Where) {
  const client = () =>
    new pg.Client({ ...connectionOf(where), query_timeout: TIME_MS, connectionTimeoutMillis: TIME_MS })
  const [mine, ...others] = Array.from({ length: 1 + BESIDE }, client) as [pg.Client, ...pg.Client[]]
  const all = [mine, ...others]
  for (const one of all) one.on('error', () => {})
  try {
    for (const one of all) await one.connect()
    if (!(await keepsSettings(mine)))
      throw new StartError(poolerFault('it ignores the settings of a connection'))
    const before = await placeOf(mine)
    // Whoever shares connections by turns gives ours, idle now, to one of these.
    for (const other of others) await other.query('begin')
    if ((await placeOf(mine)) !== before)
      throw new StartError(poolerFault('its clients share connections by turns'))
  } finally {
    await Promise.allSettled(all.map((one) => one.end()))
  }
}

/** Whether the options of the connection arrived; an address with options of its own takes the place of ours. */
async function keepsSettings(client: pg.Client) {
  const { options } = (client as unknown as { connectionParameters: { options?: string } })
    .connectionParameters
  if (options !== connectionOf({}).options) return true
  const { rows } = await client.query<{ source: string }>(`select source from pg_settings where name = 'jit'`)
  return rows[0]?.source === 'client'
}

const placeOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
