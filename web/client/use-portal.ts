import { useEffect, useRef, useState } from 'react'
import { ApiError, createApi, saidBy } from '../ui/api.ts'
import { deliver } from '../ui/deliver.ts'
import { toast } from '../ui/toast.tsx'
import { takeProof } from './human.ts'
import { sayOutcome } from './outcome.ts'
import { clearPending, type Pending, readPending } from './pending.ts'
import { TOAST } from './toast-time.ts'
import type { Access, Appointment, PortalData } from './types.ts'
import { upcoming } from './when.ts'

// Nobody's session: what is refused here ends no owner's.
const api = createApi()

/** Whoever is in, and their appointments. */
interface Opened {
  access: Access
  name?: string
  appointments: Appointment[]
}

interface Found {
  success?: boolean
  error?: string
  appointments: Appointment[]
  client?: { client_name: string }
}

/** A change of before a reload, until it is answered. */
interface Resuming {
  state: 'sending' | 'lost'
  retryNow: () => void
}

export type Portal = ReturnType<typeof usePortal>

/** Getting in, by a link or by searching, and what is there. */
export function usePortal(data: PortalData, token: string | null, confirming: number) {
  const [opened, setOpened] = useState<Opened>()
  const [isEntering, setEntering] = useState(Boolean(token))
  const [isSearching, setSearching] = useState(false)
  const [asked, setAsked] = useState<Appointment>()
  const [found, setFound] = useState(true)
  const [resuming, setResuming] = useState<Resuming>()
  /** Leaving or another look makes the answer to an earlier one worthless. */
  const round = useRef(0)
  /** The toast that nothing was found, which the next search takes away. */
  const nothingSaid = useRef(0)

  async function look(access: Access): Promise<Found> {
    if ('token' in access)
      return api.get(`/api/client-auth/validate-token?token=${encodeURIComponent(access.token)}`)
    const recaptcha_token = await takeProof(data.verification)
    return api.post('/api/appointments/client/appointments', { ...access, recaptcha_token })
  }

  async function enter(token: string) {
    const mine = ++round.current
    setEntering(true)
    try {
      const found = await look({ token })
      if (mine !== round.current) return
      if (!found?.success) return void toast.error(found?.error || 'Token inválido', TOAST)
      const { appointments, client } = found
      toast.success('Acceso automático exitoso', TOAST)
      setOpened({ access: { token }, name: client?.client_name ?? '', appointments })
      const one = appointments.find(({ id }) => id === confirming)
      if (one && upcoming(one, data.now) && !one.client_confirmed_at) setAsked(one)
    } catch (error) {
      if (mine === round.current) toast.error(entranceError(error), TOAST)
    } finally {
      if (mine === round.current) setEntering(false)
    }
  }

  /** @returns the sentences for single fields, when there are any. */
  async function search(access: { client_id: string; client_email: string }) {
    const mine = ++round.current
    toast.dismiss(nothingSaid.current)
    setSearching(true)
    setFound(true)
    try {
      const { appointments } = await look(access)
      if (mine !== round.current) return undefined
      if (appointments.length > 0) setOpened({ access, appointments })
      else {
        setFound(false)
        nothingSaid.current = toast('No se encontraron citas con esos datos', TOAST)
      }
    } catch (error) {
      if (mine !== round.current) return undefined
      toast.error(saidBy(error) ?? 'Error buscando citas', TOAST)
      return error instanceof ApiError ? error.fields : undefined
    } finally {
      if (mine === round.current) setSearching(false)
    }
    return undefined
  }

  /** Asks for a change of before a reload again, by its key: it is done once. Then shows what is. */
  async function resume({ kind, path, attempt, access }: Pending) {
    const mine = ++round.current
    setResuming({ state: 'sending', retryNow() {} })
    const proof = await takeProof(data.verification).catch(() => undefined)
    const payload = { ...attempt.payload, ...(proof && { recaptcha_token: proof }) }
    const answer = await deliver(path, { key: attempt.key, payload }, (retryNow) =>
      setResuming({ state: 'lost', retryNow }),
    )
    clearPending()
    sayOutcome(kind, answer)
    try {
      const { appointments, client } = await look(token ? { token } : access)
      if (mine !== round.current) return
      const name = client?.client_name ?? ''
      setOpened({ access: token ? { token } : access, name, appointments })
    } catch (error) {
      if (mine === round.current) toast.error(saidBy(error) ?? 'Error buscando citas', TOAST)
    } finally {
      if (mine === round.current) {
        setEntering(false)
        setResuming(undefined)
      }
    }
  }

  /** Looks again, after something changed. What is shown stays when that fails. */
  async function reload() {
    if (!opened) return
    const mine = ++round.current
    try {
      const { appointments } = await look(opened.access)
      if (mine === round.current) setOpened((now) => now && { ...now, appointments })
    } catch (error) {
      if (mine === round.current) toast.error(saidBy(error) ?? 'Error buscando citas', TOAST)
    }
  }

  function change(id: number, changes: Partial<Appointment>) {
    setOpened((now) => now && { ...now, appointments: now.appointments.map(changed(id, changes)) })
  }

  function close() {
    round.current++
    clearPending()
    setOpened(undefined)
    setAsked(undefined)
    setEntering(false)
    setSearching(false)
    setFound(true)
  }

  useEffect(() => {
    const pending = readPending()
    if (pending) void resume(pending)
    else if (token) void enter(token)
    // Once for each link.
  }, [token])

  const stage = resuming
    ? 'resuming'
    : opened
      ? asked
        ? 'attendance'
        : 'list'
      : isEntering
        ? 'entering'
        : 'search'
  return {
    ...({ stage, opened, asked, isSearching, found, resuming } as const),
    ...{ search, reload, change, close, skipQuestion: () => setAsked(undefined) },
  }
}

const changed = (id: number, changes: Partial<Appointment>) => (one: Appointment) =>
  one.id === id ? { ...one, ...changes } : one

function entranceError(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'Token inválido o expirado'
  if (status === 429) return 'Demasiados intentos, intenta más tarde'
  return 'Error validando acceso'
}
