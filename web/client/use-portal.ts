import { useEffect, useRef, useState } from 'react'
import { ApiError, createApi } from '../ui/api.ts'
import { toast } from '../ui/toast.tsx'
import { takeProof } from './human.ts'
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

export type Portal = ReturnType<typeof usePortal>

/** Getting in, by a link or by searching, and what is there. */
export function usePortal(data: PortalData, token: string | null, confirming: number) {
  const [opened, setOpened] = useState<Opened>()
  const [isEntering, setEntering] = useState(Boolean(token))
  const [isSearching, setSearching] = useState(false)
  const [asked, setAsked] = useState<Appointment>()
  const [found, setFound] = useState(true)
  /** Leaving or another look makes the answer to an earlier one worthless. */
  const round = useRef(0)

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
    setSearching(true)
    setFound(true)
    try {
      const { appointments } = await look(access)
      if (mine !== round.current) return undefined
      if (appointments.length > 0) setOpened({ access, appointments })
      else {
        setFound(false)
        toast('No se encontraron citas con esos datos', TOAST)
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
    setOpened(undefined)
    setAsked(undefined)
    setEntering(false)
    setSearching(false)
    setFound(true)
  }

  useEffect(() => {
    if (token) void enter(token)
    // Once for each link.
  }, [token])

  const stage = opened ? (asked ? 'attendance' : 'list') : isEntering ? 'entering' : 'search'
  return {
    ...({ stage, opened, asked, isSearching, found } as const),
    ...{ search, reload, change, close, skipQuestion: () => setAsked(undefined) },
  }
}

const changed = (id: number, changes: Partial<Appointment>) => (one: Appointment) =>
  one.id === id ? { ...one, ...changes } : one

/** What the server said, if it was the server that said it. */
export function saidBy(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { error: said } = (error.body ?? {}) as { error?: unknown }
  return typeof said === 'string' && said ? said : undefined
}

function entranceError(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 401) return 'Token inválido o expirado'
  if (status === 429) return 'Demasiados intentos, intenta más tarde'
  return 'Error validando acceso'
}
