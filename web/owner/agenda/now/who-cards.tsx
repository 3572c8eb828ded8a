import type { Professional } from '#domain/api/professional.ts'
import { amPm, atTime, clockTime } from '#domain/dates.ts'
import { byPresence, type Presence } from '#domain/presence.ts'
import { initialsOf, shortNames } from '#domain/team-names.ts'
import { useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { imageSrc } from '../../../ui/image-src.ts'

/** A professional; without a presence it is not known whether they are free. */
export interface Candidate {
  person: Professional
  presence?: Presence | undefined
  /** Whether what is chosen has room before something else begins, or the hours end. */
  fits: boolean
}

interface Props {
  /** Those who do the service. */
  candidates: readonly Candidate[]
  /** All of the team, by whom names are told apart. */
  team: readonly Professional[]
  /** The time that is not now. */
  time: string | undefined
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

const MOST = 6

/** Who attends: those who are free first, the others behind a button. */
export function WhoCards({ candidates, team, time, value, error, onChange }: Props) {
  const [isOpened, setOpened] = useState(false)
  const [names, letters] = [shortNames(team), initialsOf(team)]
  const isKnown = candidates.every(({ presence }) => presence)
  const sorted = isKnown ? candidates.toSorted((a, b) => byPresence(known(a), known(b))) : candidates
  const free = sorted.filter(({ presence }) => !presence || presence.isFree)
  const first = free.slice(0, MOST)
  const others = sorted.filter((one) => !first.includes(one))
  const isOpen = isOpened || others.some(({ person }) => String(person.id) === value)
  const chosen = candidates.find(({ person }) => String(person.id) === value)

  const card = ({ person, presence }: Candidate) => (
    <label key={person.id} className="now-who">
      <input
        type="radio"
        name="professional_id"
        className="sr"
        checked={value === String(person.id)}
        onChange={() => onChange(String(person.id))}
      />
      <Avatar
        name={person.professional_name}
        letters={letters.get(person.id)}
        src={imageSrc(person.avatar_url, 160)}
      />
      <span>
        <b>{names.get(person.id)}</b>
        {presence && <small>{saidOf(presence)}</small>}
      </span>
    </label>
  )
  return (
    <fieldset className="field now-set">
      <legend className="label">
        ¿Quién atiende?{' '}
        {isKnown && first.length > 0 && <small>{time ? `Libres ${atTime(time)}` : 'Libres ahora'}</small>}
      </legend>
      <p className="now-none" role="status">
        {isKnown && candidates.length > 0 && first.length === 0 && noneFree(sorted, time, names)}
        {team.length === 0
          ? 'Todavía no tienes profesionales activos.'
          : candidates.length === 0 && 'Nadie de tu equipo hace este servicio.'}
      </p>
      <div className="now-whos">
        {first.map(card)}
        {isOpen && others.map(card)}
      </div>
      {others.length > 0 && !isOpen && (
        <button type="button" className="btn btn-3 btn-sm now-more" onClick={() => setOpened(true)}>
          {first.length > 0 ? 'Ver a los demás' : 'Elegir a alguien'} ({others.length})
        </button>
      )}
      <FieldError id="professional_id" error={error} />
      <p className="hint" role="status">
        {chosen?.presence && doubtOf(chosen.presence, chosen.fits, names.get(chosen.person.id)!)}
      </p>
    </fieldset>
  )
}

const known = ({ presence, fits }: Candidate) => ({ presence: presence!, fits })

const at = (minute: number): string => amPm(clockTime(minute))

function saidOf(presence: Presence): string {
  if (presence.isFree) return `libre hasta ${at(presence.until)}`
  if (presence.from !== undefined) return `libre desde ${at(presence.from)}`
  return presence.isBooked ? 'sin más espacio hoy' : 'hoy no atiende más'
}

/** What the owner is told of a choice that may not do. */
function doubtOf(presence: Presence, fits: boolean, name: string): string | undefined {
  if (!presence.isFree)
    return presence.isBooked
      ? `${name} tiene otra cita o un bloqueo a esa hora.`
      : `Es fuera del horario de ${name}.`
  return fits
    ? undefined
    : `No alcanza: ${name} está libre hasta ${atTime(clockTime(presence.until)).slice(2)}.`
}

/** 'Nadie está libre ahora. Camilo queda libre a las 11:00 am.' */
function noneFree(
  sorted: readonly Candidate[],
  time: string | undefined,
  names: ReadonlyMap<number, string>,
): string {
  const nobody = `Nadie está libre ${time ? atTime(time) : 'ahora'}.`
  const next = sorted.find(({ presence }) => presence && !presence.isFree && presence.from !== undefined)
  if (!next?.presence || next.presence.isFree) return `${nobody} Hoy nadie tiene más espacio.`
  return `${nobody} ${names.get(next.person.id)} queda libre ${atTime(clockTime(next.presence.from!))}.`
}
