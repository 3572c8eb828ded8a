import { amPm, amPmRange, type IsoDate, minutesOf, relativeShortDate } from '#domain/dates.ts'
import { firstName } from '#domain/people-names.ts'
import type { QuickAction } from '#domain/quick/meaning.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { calendar, clock, user, users } from '../../../ui/icons.ts'
import { scissors } from '../../../ui/icons-panel.ts'
import type { Catalogue } from '../use-catalogue.ts'
import { capitals, isSame, type QuickState, type QuickValues } from './use-quick.ts'

interface Props {
  state: QuickState
  catalogue: Catalogue
  today: IsoDate
}

type Part = keyof QuickValues
const LABELS: Record<Part, string> = {
  date: 'Fecha',
  time: 'Hora',
  service: 'Servicio',
  professional: 'Profesional',
}
const QUESTIONS: Record<Part, string> = {
  date: '¿cuándo?',
  time: '¿a qué hora?',
  service: '¿cuál?',
  professional: '¿con quién?',
}

/** Who it is when nobody is named. */
const NOBODY: Partial<Record<QuickAction, string>> = { block: 'Todo el negocio', move: 'Quien ya la tiene' }

const ICONS: Record<Part, string> = {
  date: calendar,
  time: clock,
  service: scissors,
  professional: users,
}

/** What was understood, part by part: each chip lies over the field that changes it. */
export function Chips({ state, catalogue, today }: Props) {
  const { quick, values, until, last } = state
  const services = (catalogue.services ?? []).filter(({ is_active }) => is_active)
  const team = (catalogue.professionals ?? []).filter(({ is_active }) => is_active)
  const service = services.find(({ id }) => String(id) === values.service)
  const professional = team.find(({ id }) => String(id) === values.professional)
  const isBlock = quick.action === 'block'
  const time = values.time && (isBlock && until ? rangeOf(values.time, until) : amPm(values.time))
  const wholeDay = until ? `Hasta ${amPm(until)}` : values.date && 'Todo el día'
  const shortDate = (date: string) => relativeShortDate(date, today)
  const day = values.date && shortDate(values.date) + (last ? ` – ${shortDate(last)}` : '')
  return (
    <div className="qk-chips" role="group" aria-label="Lo que entendí">
      {quick.action === 'book' && <ClientChip state={state} />}
      <Chip part="date" state={state} shown={day}>
        <Picked part="date" state={state} type="date" />
      </Chip>
      {!last && (
        <Chip part="time" state={state} shown={time || (isBlock && wholeDay) || undefined}>
          <Picked part="time" state={state} type="time" />
        </Chip>
      )}
      {quick.action === 'book' && (
        <Chip part="service" state={state} shown={service?.service_name}>
          <Choose
            part="service"
            state={state}
            all={services.map(({ id, service_name }) => ({ id, name: service_name }))}
          />
        </Chip>
      )}
      {(quick.action !== 'move' || quick.professional) && (
        <Chip
          part="professional"
          state={state}
          shown={professional?.professional_name ?? NOBODY[quick.action]}
        >
          <Choose
            part="professional"
            state={state}
            all={team.map(({ id, professional_name }) => ({ id, name: professional_name }))}
          />
        </Chip>
      )}
    </div>
  )
}

const rangeOf = (from: string, until: string) =>
  amPmRange(from, Math.max(0, minutesOf(until) - minutesOf(from)))

interface ChipProps {
  part: Part
  state: QuickState
  shown: string | undefined
  children: ReactNode
}

function Chip({ part, state, shown, children }: ChipProps) {
  const isOpen = !shown || state.isDoubtful(part)
  return (
    <label className="qk-chip" data-open={isOpen || undefined}>
      <Icon d={ICONS[part]} className="icon-sm" />
      <small aria-hidden="true">
        {LABELS[part]}
        {isOpen && `: ${QUESTIONS[part]}`}
      </small>
      <b aria-hidden="true">{shown || 'Elegir'}</b>
      {children}
    </label>
  )
}

/** Who it is for: of several of that name one is chosen here, or in the list below. */
function ClientChip({ state }: { state: QuickState }) {
  const { quick, clients, moreClients, isSeen, client, isNew, pickClient } = state
  const typed = quick.client && capitals(quick.client.text)
  if (!typed && clients.length === 0) return null
  const isOpen = !client && !isNew && (!isSeen || clients.length + moreClients > 0)
  const shown = client?.client_name ?? (isOpen ? `${firstName(typed ?? '')}…` : `${typed}, nuevo`)
  return (
    <label className="qk-chip" data-open={isOpen || undefined}>
      <Icon d={user} className="icon-sm" />
      <small aria-hidden="true">{isOpen ? 'Cliente: ¿cuál?' : 'Cliente'}</small>
      <b aria-hidden="true">{shown}</b>
      <select
        aria-label={isOpen ? 'Cliente, por confirmar' : 'Cliente'}
        value={client ? clients.findIndex((one) => isSame(one, client)) : isOpen ? '' : 'new'}
        onChange={({ target: { value } }) => pickClient(clients[Number(value)] ?? 'new')}
      >
        {isOpen && <option value="">Elegir</option>}
        {clients.map((one, i) => (
          <option key={one.id} value={i}>
            {one.client_name}
          </option>
        ))}
        {typed && <option value="new">{typed}, nuevo</option>}
      </select>
    </label>
  )
}

interface FieldProps {
  part: Part
  state: QuickState
}

const nameOf = (part: Part, state: QuickState) =>
  state.isDoubtful(part) ? `${LABELS[part]}, por confirmar` : LABELS[part]

const Picked = ({ part, state, type }: FieldProps & { type: 'date' | 'time' }) => (
  <input
    type={type}
    aria-label={nameOf(part, state)}
    value={state.values[part]}
    onClick={(event) => event.currentTarget.showPicker?.()}
    onChange={(event) => state.change(part, event.target.value)}
  />
)

/** The doubtful meanings come first. */
function Choose({ part, state, all }: FieldProps & { all: { id: number; name: string }[] }) {
  const doubts = part === 'service' || part === 'professional' ? (state.quick.doubts[part] ?? []) : []
  return (
    <select
      aria-label={nameOf(part, state)}
      value={state.values[part]}
      onChange={(event) => state.change(part, event.target.value)}
    >
      <option value="">{(part === 'professional' && NOBODY[state.quick.action]) || 'Elegir'}</option>
      {doubts.length > 0 && (
        <optgroup label="Quizás">
          {doubts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {all
        .filter(({ id }) => !doubts.some((doubt) => doubt.id === id))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  )
}
