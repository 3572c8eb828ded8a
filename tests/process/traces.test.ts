/** The whole product, traced. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bookWish, preparedFolder, start, stop, wishes } from '../server.ts'
import { startSink, until } from '../smtp.ts'
import { factsOf, startCollector } from '../standin/collector.ts'

test('the product tells of its mails and jobs, ends without waiting, and names nobody', async () => {
  const [collector, sink] = [await startCollector(), await startSink()]
  after(() => Promise.all([collector.stop(), sink.stop()]))
  const running = await start({
    dataDir: preparedFolder(),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      SMTP_URL: sink.url,
      MAIL_FROM: 'citas@example.com',
    },
  })
  const [wish] = await wishes(running.url, 1)
  const answer = await bookWish(running.url, wish!)
  assert.equal(answer !== 'no answer' && answer.status, 201)
  const named = (name: string) => collector.spans.find((span) => span.name === name)
  const expected = ['POST /api/appointments/public', 'send mail', 'job plan reminders', 'transaction']
  await until(() => expected.every(named), 30_000, expected.join(', '))
  assert.equal(factsOf(named('send mail')!)['messaging.system'], 'mail')

  collector.misbehave = 'hang'
  const { code, ms } = await stop(running)
  assert.equal(code, 0)
  assert.ok(ms < 15_000, `${ms}`)
  assert.deepEqual(collector.faults, [])
  const all = collector.raw.join('\n')
  for (const secret of ['Cliente 0', 'c0@correo', '310100', 'wish-0', '@'])
    assert.ok(!all.includes(secret), secret)
})
