import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNow } from '../clock.ts'
import { ApiError, createApi, saidBy } from '../ui/api.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { withWork } from '../with-work.ts'
import { takeProof } from './human.ts'
import { clearPending, type Pending, readPending } from './pending.ts'
import type { Access, Advertising, Appointment, AskedRequest, PortalData } from './portal-data.ts'
import { isRecent, repeat, sayWhetherMade } from './resume.ts'
import { upcoming } from './when.ts'

// Without a session: a refusal here ends no owner's session.
const api = createApi()

/** The identified client and their appointments. */
interface Opened {
  access: Access
  /** When the server was asked, by its own clock, epoch milliseconds. */
  at: number
  name?: string
  appointments: Appointment[]
  /** Whether there are more than these. */
  has_more: boolean
  data_requests: AskedRequest[]
  advertising: Advertising[]
}

interface Found {
  appointments: Appointment[]
  /** Not said by a process of the version before. */
  has_more?: boolean
  data_requests: AskedRequest[]
  advertising: Advertising[]
  client?: { client_name: string }
}

/** A change from before a reload, until it is answered. */
interface Resuming {
  state: 'sending' | 'lost'
  retryNow: () => void
}

export type Portal = ReturnType<typeof usePortal>

/** The portal's state: identification by link or by search, and the appointments. */
export function usePortal(data: PortalData, token: string | null, confirming: number) {
  // From when the page came, however much later something is looked for.
  const now = useNow(data.now)
  const [opened, setOpened] = useState<Opened>()
  const [isEntering, setEntering] = useState(Boolean(token))
  /** Why the link opened nothing: it leads nowhere any more, or what failed, and it may be tried again. */
  const [closed, setClosed] = useState<'expired' | { error: unknown }>()
  const [isSearching, setSearching] = useState(false)
  /** The appointment whose reminder asks the client to confirm. */
  const [toConfirm, setToConfirm] = useState<Appointment>()
  const [found, setFound] = useState(true)
  const [resuming, setResuming] = useState<Resuming>()
  /** Leaving or a new search invalidates the answer to an earlier one. */
  const round = useRef(0)
  /** Another one after leaving. */
  const visit = useRef(0)
  /** The toast that nothing was found, which the next search removes. */
  const nothingSaid = useRef(0)

  async function look(access: Access): Promise<Found> {
    if ('token' in access)
      return api.get('/api/client-auth/validate-token', { query: { token: access.token } })
    const recaptcha_token = await takeProof(data.verification)
    return withWork((work) =>
      api.post('/api/appointments/client/appointments', { body: { ...access, recaptcha_token, ...work } }),
    )
  }

  async function enter(token: string) {
    const mine = ++round.current
    setEntering(true)
    setClosed(undefined)
    try {
      const found = await look({ token })
      if (mine !== round.current) return
      // A proxy's answer, which is no entrance.
      if (!Array.isArray(found?.appointments)) throw new ApiError(200, '')
      const { client, ...rest } = found
      toast.success('Acceso automático exitoso', FOUR_SECONDS)
      setOpened({ access: { token }, name: client?.client_name ?? '', ...shown(rest, now) })
      const appointment = rest.appointments.find(({ id }) => id === confirming)
      if (appointment && upcoming(appointment, now) && !appointment.client_confirmed_at)
        setToConfirm(appointment)
    } catch (error) {
      if (mine !== round.current) return
      toast.error(entranceError(error), FOUR_SECONDS)
      stayOut(error, token)
    } finally {
      if (mine === round.current) setEntering(false)
    }
  }

  /** What was not answered is asked again as soon as there is a network, unless something else is looked for by then. */
  function stayOut(error: unknown, token: string) {
    setClosed(error instanceof ApiError && error.status === 401 ? 'expired' : { error })
    if (error instanceof ApiError && error.status > 0) return
    const mine = round.current
    addEventListener('online', () => mine === round.current && void enter(token), { once: true })
  }

  /** @returns error sentences of single fields, if any. */
  async function search(access: { client_id: string; client_email: string }) {
    const mine = ++round.current
    toast.dismiss(nothingSaid.current)
    setSearching(true)
    setFound(true)
    try {
      const found = await look(access)
      if (mine !== round.current) return undefined
      if (found.appointments.length > 0) setOpened({ access, ...shown(found, now) })
      else {
        setFound(false)
        nothingSaid.current = toast('No se encontraron citas con esos datos', FOUR_SECONDS)
      }
    } catch (error) {
      if (mine !== round.current) return undefined
      toast.error(saidBy(error) ?? 'Error buscando citas', FOUR_SECONDS)
      return error instanceof ApiError ? error.fields : undefined
    } finally {
      if (mine === round.current) setSearching(false)
    }
    return undefined
  }

  /** Settles a change from before a reload, and shows the present state. */
  async function resume(pending: Pending) {
    const mine = ++round.current
    const isLeft = () => mine !== round.current
    const onLost = (retryNow: () => void) => isLeft() || setResuming({ state: 'lost', retryNow })
    setResuming({ state: 'sending', retryNow() {} })
    const isRepeated = isRecent(pending)
    try {
      if (isRepeated) await repeat(pending, data.verification, { onLost, isLeft })
      const found = await look(token ? { token } : pending.access)
      if (isLeft()) return
      if (!isRepeated) sayWhetherMade(pending, found.appointments)
      const name = found.client?.client_name ?? ''
      setOpened({ access: token ? { token } : pending.access, name, ...shown(found, now) })
    } catch (error) {
      if (isLeft()) return
      toast.error(saidBy(error) ?? 'Error buscando citas', FOUR_SECONDS)
      if (token) stayOut(error, token)
    } finally {
      if (!isLeft()) {
        setEntering(false)
        setResuming(undefined)
      }
    }
  }

  /** Asks anew, after a change or a while. On failure, the screen stays as it is until there is a network again. */
  async function reload({ isQuiet = false } = {}) {
    if (!opened) return
    const mine = ++round.current
    try {
      const found = await look(opened.access)
      if (mine === round.current) setOpened((was) => was && { ...was, ...shown(found, now) })
    } catch (error) {
      if (mine !== round.current) return
      if (!isQuiet) toast.error(saidBy(error) ?? 'Error buscando citas', FOUR_SECONDS)
      if (error instanceof ApiError && error.status > 0) return
      const again = () => mine === round.current && void reload({ isQuiet: true })
      addEventListener('online', again, { once: true })
    }
  }

  function change(id: number, changes: Partial<Appointment>) {
    // An answer that was asked for before does not know of it.
    round.current++
    setOpened((now) => now && { ...now, appointments: now.appointments.map(changed(id, changes)) })
  }

  /** Shows what was just asked. */
  function asked(request: AskedRequest) {
    setOpened((now) => now && { ...now, data_requests: [request, ...now.data_requests] })
  }

  /** Shows what a client just said of the advertising of one business. */
  function agreed(one: Advertising) {
    setOpened((now) => {
      const same = ({ appointment_id }: Advertising) => appointment_id === one.appointment_id
      return now && { ...now, advertising: now.advertising.map((was) => (same(was) ? one : was)) }
    })
  }

  function close() {
    round.current++
    visit.current++
    clearPending()
    setOpened(undefined)
    setToConfirm(undefined)
    setResuming(undefined)
    setEntering(false)
    setClosed(undefined)
    setSearching(false)
    setFound(true)
  }

  const open = useEffectEvent((token: string | null) => {
    const pending = readPending().find(({ isFailed }) => !isFailed)
    if (pending) void resume(pending)
    else if (token) void enter(token)
  })
  // Runs once per link.
  useEffect(() => open(token), [token])

  const stage = resuming
    ? 'resuming'
    : opened
      ? toConfirm
        ? 'attendance'
        : 'list'
      : isEntering
        ? 'entering'
        : 'search'
  return {
    stage,
    /** The server's clock, epoch milliseconds. */
    now,
    opened,
    visitOf: () => visit.current,
    toConfirm,
    isSearching,
    found,
    closed,
    resuming,
    enterAgain: () => void (token && enter(token)),
    search,
    reload,
    change,
    asked,
    agreed,
    close,
    skipQuestion: () => setToConfirm(undefined),
  } as const
}

const shown = ({ appointments, has_more = false, data_requests, advertising }: Found, at: number) => ({
  at,
  appointments,
  has_more,
  data_requests,
  advertising,
})

const changed = (id: number, changes: Partial<Appointment>) => (appointment: Appointment) =>
  appointment.id === id ? { ...appointment, ...changes } : appointment

function entranceError(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'Token inválido o expirado'
  if (status === 429) return 'Demasiados intentos, intenta más tarde'
  if (status === 200) return saidBy(error) ?? 'Token inválido'
  return 'Error validando acceso'
}
