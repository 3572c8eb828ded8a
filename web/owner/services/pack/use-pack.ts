import { priceText } from '#domain/price-input.ts'
import { durationOf, priceOf, serviceErrors } from '#domain/service.ts'
import { packFor, SERVICE_PACKS, type ServicePack } from '#domain/service-packs.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.tsx'
import { profileQuery } from '../../data/business.ts'
import { createServices, servicesAdded } from '../../data/services.ts'
import { failureText, isRefusedSession, lostText } from '../../parts/failures.ts'
import { useDraft } from '../../draft/use-draft.ts'
import { useKey } from '../../parts/once/use-key.ts'

const FAILED = 'Error al crear los servicios'

/** A proposed service, as the owner has it. */
export interface Row {
  service_name: string
  isChosen: boolean
  minutes: string
  price: string
}

type Edits = Record<string, Partial<Row>>

const rowsOf = (pack: ServicePack, edits: Edits): Row[] =>
  SERVICE_PACKS[pack].map(({ service_name, duration_minutes }) => ({
    service_name,
    isChosen: false,
    minutes: String(duration_minutes),
    price: '',
    ...edits[service_name],
  }))

const errorsOf = ({ service_name, minutes, price }: Row): FieldErrors =>
  serviceErrors({ service_name, duration_minutes: minutes, price: priceText(price) })

/** A price that nobody typed is agreed on, not nothing. */
const bodyOf = ({ service_name, minutes, price }: Row) => ({
  service_name,
  duration_minutes: durationOf(minutes)!,
  ...(price.trim() === '' ? { price_kind: 'ask' as const } : { price: priceOf(priceText(price))! }),
})

/** The services of a pack, of which some are chosen and then made all at once. */
export function usePack(onClose: () => void) {
  const profile = useQuery(profileQuery())
  const [picked, setPicked] = useState<ServicePack>()
  const [edits, setEdits] = useState<Edits>({})
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const keyOf = useKey()
  const pack = picked ?? packFor(profile.data?.business_type)
  const rows = rowsOf(pack, edits)
  const chosen = rows.filter(({ isChosen }) => isChosen)
  useDraft({
    name: 'servicios usuales',
    row: undefined,
    typed: () => (chosen.length > 0 ? { pack, edits } : {}),
    put(typed) {
      setPicked(typed['pack'] as ServicePack)
      setEdits(typed['edits'] as Edits)
    },
  })

  async function send() {
    setSent(true)
    setProblem(undefined)
    if (chosen.some((row) => Object.keys(errorsOf(row)).length > 0)) return
    const services = chosen.map(bodyOf)
    setBusy(true)
    try {
      servicesAdded(await createServices(services, keyOf(services)))
    } catch (error) {
      setBusy(false)
      // The end of the session is announced elsewhere.
      if (isRefusedSession(error)) return
      // A refusal is its key's answer.
      if (isRefusal(error)) keyOf.forget()
      return setProblem(lostText(error) ?? failureText(error, FAILED))
    }
    toast.success(chosen.length === 1 ? 'Servicio creado' : `${chosen.length} servicios creados`)
    onClose()
  }

  return {
    pack,
    // Until it is known what the business does: the list must not change under a finger.
    rows: profile.isPending ? undefined : rows,
    chosen: chosen.length,
    isBusy,
    problem,
    send,
    choosePack(next: ServicePack) {
      setPicked(next)
      setEdits({})
      setSent(false)
      setProblem(undefined)
    },
    change: (name: string, part: Partial<Row>) =>
      setEdits((before) => ({ ...before, [name]: { ...before[name], ...part } })),
    /** Said once somebody wanted to go on. */
    errorsOf: (row: Row): FieldErrors => (isSent && row.isChosen ? errorsOf(row) : {}),
  }
}
