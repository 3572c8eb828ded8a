/**
 * The limits of `slots` and `book`, in a process of their own: a bare Fastify that does one prepared select, or commits
 * one row, on the PostgreSQL of the product. Prints its address when it listens.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'postgres', max: 16 })
const app = Fastify()
app.get<{ Params: { id: string } }>('/bare/select/:id', async ({ params }) => {
  const text = 'select professional_name from professionals where business_id = 1 and id = $1::bigint'
  const { rows } = await pool.query({ name: 'select', text, values: [params.id] })
  return rows[0]
})
app.post('/bare/insert', async ({ body }, reply) => {
  const text = 'insert into bench_rows (note) values ($1) returning id'
  const { rows } = await pool.query({ name: 'insert', text, values: [JSON.stringify(body)] })
  return reply.code(201).send(rows[0])
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
