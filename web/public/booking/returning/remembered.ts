import type { Answer } from '#domain/api/calls.ts'
import { useEffect, useEffectEvent } from 'react'
import { FOUR_SECONDS, toast } from '../../../ui/toast.tsx'
import { stored } from '../stored.ts'
import type { Booking } from '../use-booking.ts'

const UNREACHED = 'No pudimos guardar el cambio. Revisa tu conexión e inténtalo otra vez.'

/** That the browser has a token for the business, which no script reads; nothing of the person. */
const note = (business: number) => stored<true>('recordado', business, { isKept: true })

export const isRemembered = (business: number): boolean => note(business).get() === true

function drop(business: number) {
  note(business).clear()
  // The place of the greeting.
  delete document.documentElement.dataset['known']
}

const ask = (business: number, more: RequestInit = {}) => fetch(`/api/businesses/${business}/returning`, more)

/** Begins with whom this browser remembers, unless somebody typed something. */
export function useReturning({ data, step, client, begin }: Booking) {
  const { id } = data.business
  const isOpen = (step === 'cita' || step === 'datos') && client.known === undefined
  const isGreeted = Boolean(client.known)
  const greet = useEffectEvent((known: Known) => known && begin(known))
  useEffect(() => {
    if (isGreeted) return
    if (!isOpen) return void delete document.documentElement.dataset['known']
    let isGone = false
    returning(id).then(
      (known) => isGone || greet(known),
      () => delete document.documentElement.dataset['known'],
    )
    return () => void (isGone = true)
  }, [id, isOpen, isGreeted])
}

type Known = Answer<'GET /api/businesses/:id/returning'>['returning']

async function returning(business: number): Promise<Known> {
  // An earlier version kept what was typed.
  if (!isRemembered(business)) note(business).clear()
  else {
    const response = await ask(business)
    if (!response.ok) throw new Error(response.statusText)
    const { returning: known }: Answer<'GET /api/businesses/:id/returning'> = await response.json()
    if (known) return known
  }
  drop(business)
  return null
}

/** Asks the server to remember who booked with this token. False, once it is said, when it cannot. */
export async function remember(business: number, token: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' }
  const isDone = await change(business, { method: 'POST', headers, body: JSON.stringify({ token }) })
  if (isDone) note(business).set(true)
  return isDone
}

export async function forget(business: number): Promise<boolean> {
  const isDone = await change(business, { method: 'DELETE' })
  if (isDone) drop(business)
  return isDone
}

async function change(business: number, request: RequestInit): Promise<boolean> {
  const answer = await ask(business, request).catch(() => undefined)
  const body: { success?: boolean; error?: string } = (await answer?.json().catch(() => undefined)) ?? {}
  if (answer?.ok && body.success) return true
  toast.error(body.error ?? UNREACHED, FOUR_SECONDS)
  return false
}

/** Whether an appointment was booked by what the browser remembers: then little is shown of whose it is. */
export const isMasked = (token: string | undefined): boolean => /^\d+\.r/.test(token ?? '')

/** For a button that goes with what it is in: the reader stays in the step. */
export const toTitle = () =>
  document.querySelector<HTMLElement>('.step-title')?.focus({ preventScroll: true })
