/** People at a product of production by its name: they load its pages with all that these name, and book. */
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Salon } from '../tests/helper.ts'

interface Answer {
  status: number | string
  text: string
}

export interface Visitors {
  /** The ids that were acknowledged, by the e-mail of who booked. */
  booked: Map<string, number>
  /** How often each kind of request was not answered as it should be. */
  failed: Map<string, number>
  counts: { pages: number; assets: number }
  stop(): Promise<void>
}

/** The scripts, styles, types and pictures of the build that a page or a style names. */
export const assetsOf = (text: string) => [...new Set(text.match(/\/assets\/[\w-]+(?:\.[\w-]+)+/g))]

/** Asks the product behind the proxy of this machine. What fails is not tried again, as a browser does not. */
export function visitor(name: string, ca: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const send = (path: string, { body, key }: { body?: object; key?: string } = {}) =>
    new Promise<Answer>((resolve) => {
      const headers = {
        host: name,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      }
      const options = { method: body ? 'POST' : 'GET', path, headers, agent, ca, servername: name }
      const asked = request({ host: '127.0.0.1', port: 443, timeout: 30_000, ...options }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode!, text }))
        answer.on('error', (error) => resolve({ status: error.message, text }))
      })
      asked.on('timeout', () => asked.destroy(new Error('no answer for 30 s')))
      asked.on('error', (error) => resolve({ status: error.message, text: '' }))
      asked.end(body && JSON.stringify(body))
    })
  return { send, end: () => agent.destroy() }
}

/** @param place of whose professional they take one hour after the other. */
export async function startVisitors(name: string, ca: string, place: Salon): Promise<Visitors> {
  const { send, end } = visitor(name, ca)
  const booked = new Map<string, number>()
  const failed = new Map<string, number>()
  const counts = { pages: 0, assets: 0 }
  const expect = async (what: string, status: number, asking: Promise<Answer>) => {
    const answer = await asking
    if (answer.status === status) return answer.text
    const said = `${what} ${answer.status} ${answer.text.slice(0, 100)}`
    failed.set(said, (failed.get(said) ?? 0) + 1)
    return undefined
  }
  let isOver = false

  async function read(page: string) {
    while (!isOver) {
      const text = await expect(`page ${page}`, 200, send(page))
      const seen = new Set<string>()
      const open = assetsOf(text ?? '')
      for (let asset = open.shift(); asset; asset = open.shift()) {
        if (seen.has(asset)) continue
        seen.add(asset)
        const content = await expect(`asset ${asset} of ${page}`, 200, send(asset))
        if (asset.endsWith('.css')) open.push(...assetsOf(content ?? ''))
        counts.assets++
      }
      counts.pages++
      await sleep(100)
    }
  }

  const { professional_id, service_id, business_id } = place
  const path = `/api/schedules/available-days/${professional_id}?serviceId=${service_id}`
  const { days } = JSON.parse((await send(path)).text) as { days: { date: string; times: string[] }[] }
  const free = days
    .slice(1)
    .flatMap(({ date, times }) => times.filter((time) => time.endsWith(':00')).map((time) => [date, time]))

  async function book() {
    for (let n = 0; !isOver && n < free.length; n++) {
      const client_email = `c${n}@correo.example`
      const text = await expect('challenge', 200, send('/api/security/challenge'))
      if (text === undefined) continue
      const challenge = JSON.parse(text) as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      const [appointment_date, appointment_time] = free[n]!
      const body = {
        business_id,
        professional_id,
        service_id,
        appointment_date,
        appointment_time,
        client_email,
        client_name: `Cliente ${n}`,
        client_phone: `+57310${1_000_000 + n}`,
        recaptcha_token: btoa(JSON.stringify({ challenge, solution })),
      }
      const said = await expect(
        'booking',
        201,
        send('/api/appointments/public', { body, key: `visitor-${n}` }),
      )
      if (said !== undefined)
        booked.set(client_email, (JSON.parse(said) as { appointment: { id: number } }).appointment.id)
      await sleep(500)
    }
  }

  const all = Promise.all([read('/'), read(`/negocio/${place.slug}`), read('/login'), book()])
  return {
    booked,
    failed,
    counts,
    async stop() {
      isOver = true
      await all
      end()
    },
  }
}
