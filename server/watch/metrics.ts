import { HOLD_KINDS } from '#domain/appointment.ts'
import { WARNINGS } from '#domain/warnings.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BUCKETS, type Vitals } from '../vitals.ts'
import { spentHere } from '../credits/queries.ts'
import { holds } from './queries.ts'
import { look, type WatchDeps } from './warnings.ts'

type Labels = Record<string, string | number>
type Sample = [labels: Labels, value: number]

const delay = monitorEventLoopDelay({ resolution: 20 })

/** Measures how long the process keeps others waiting, from now on. */
export const measureEventLoop = () => delay.enable()

/**
 * What Prometheus reads. Labels are routes, statuses, jobs and names of ours, so that their number is bounded; no
 * business, address or person is among them.
 */
export async function metricsText(deps: WatchDeps): Promise<string> {
  const { vitals } = deps
  const seen = await look(deps).catch(() => undefined)
  const held = seen && (await holds(deps.db).catch(() => undefined))
  const lines: string[] = []
  const metric = (name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]) => {
    if (samples.length === 0) return
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
    for (const [labels, value] of samples) lines.push(`${name}${written(labels)} ${value}`)
  }
  const gauge = (name: string, help: string, value: number | undefined | null) =>
    metric(name, 'gauge', help, value === undefined || value === null ? [] : [[{}, value]])

  requests(lines, vitals, metric)
  const jobs = [...vitals.jobs]
  metric(
    'enpunto_job_last_success_timestamp_seconds',
    'gauge',
    'When a job of this process last came to its end.',
    jobs.flatMap(([job, { doneAt }]): Sample[] => (doneAt === undefined ? [] : [[{ job }, doneAt / 1000]])),
  )
  metric(
    'enpunto_job_failures_total',
    'counter',
    'Runs of a job that failed.',
    jobs.map(([job, { failures }]) => [{ job }, failures]),
  )
  metric(
    'enpunto_credits_spent_total',
    'counter',
    'Messages that businesses paid for with credits, written by this process.',
    Object.entries(spentHere).map(([kind, count]) => [{ kind }, count]),
  )
  const pool = vitals.pool()
  metric('enpunto_pool_connections', 'gauge', 'Connections for requests; waiting: who waits for one.', [
    [{ state: 'used' }, pool.total - pool.idle],
    [{ state: 'idle' }, pool.idle],
    [{ state: 'waiting' }, pool.waiting],
  ])
  metric('enpunto_event_loop_delay_seconds', 'gauge', 'How late this process is.', [
    [{ quantile: '0.5' }, delay.percentile(50) / 1e9],
    [{ quantile: '0.99' }, delay.percentile(99) / 1e9],
  ])
  gauge('process_resident_memory_bytes', 'Memory of this process.', process.memoryUsage.rss())
  const { user, system } = process.cpuUsage()
  metric('process_cpu_seconds_total', 'counter', 'Processor time of this process.', [
    [{}, (user + system) / 1e6],
  ])
  if (deps.tracer)
    metric('enpunto_spans_dropped_total', 'counter', 'Spans of traces that no collector took.', [
      [{}, deps.tracer.dropped()],
    ])
  gauge('enpunto_database_up', '1 when the database answered this very question.', seen ? 1 : 0)
  if (!seen) return `${lines.join('\n')}\n`

  metric(
    'enpunto_messages_waiting',
    'gauge',
    'Messages that are due and not sent, of the installation.',
    seen.queue.map(({ channel, lane, waiting }) => [{ channel, lane }, waiting]),
  )
  const at = deps.now()
  metric(
    'enpunto_messages_oldest_seconds',
    'gauge',
    'How long the first of them has been due.',
    seen.queue.map(({ channel, lane, since }) => [
      { channel, lane },
      since === null ? 0 : (at - since) / 1000,
    ]),
  )
  metric(
    'enpunto_holds',
    'gauge',
    'Times that are held now, by what they wait for, of the installation.',
    held ? HOLD_KINDS.map((kind) => [{ kind }, held.get(kind) ?? 0]) : [],
  )
  gauge('enpunto_disk_free_bytes', 'Of the data folder’s disk.', seen.disk?.free)
  gauge('enpunto_disk_size_bytes', 'Of the data folder’s disk.', seen.disk?.size)
  const seconds = (ms: number | undefined) => ms && ms / 1000
  gauge('enpunto_backup_last_timestamp_seconds', 'When the last backup was made.', seconds(seen.backupAt))
  gauge(
    'enpunto_rehearsal_last_timestamp_seconds',
    'When a restore was rehearsed.',
    seconds(seen.rehearsalAt),
  )
  metric(
    'enpunto_warning',
    'gauge',
    'Warnings of /api/ready: 1 while one holds.',
    WARNINGS.map((warning) => [{ warning }, seen.holds[warning] ? 1 : 0]),
  )
  return `${lines.join('\n')}\n`
}

function requests(
  lines: string[],
  { routes }: Vitals,
  metric: (name: string, type: 'counter', help: string, samples: Sample[]) => void,
) {
  metric(
    'enpunto_http_requests_total',
    'counter',
    'Requests by route and answer.',
    [...routes.values()].flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, count]): Sample => [{ method, route, status }, count]),
    ),
  )
  const name = 'enpunto_http_request_seconds'
  lines.push(`# HELP ${name} How long requests took.`, `# TYPE ${name} histogram`)
  for (const { method, route, buckets, count, seconds } of routes.values()) {
    const labels = { method, route }
    let sum = 0
    for (const [i, most] of BUCKETS.entries()) {
      sum += buckets[i]!
      lines.push(`${name}_bucket${written({ ...labels, le: most })} ${sum}`)
    }
    lines.push(`${name}_bucket${written({ ...labels, le: '+Inf' })} ${count}`)
    lines.push(`${name}_sum${written(labels)} ${seconds}`, `${name}_count${written(labels)} ${count}`)
  }
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
