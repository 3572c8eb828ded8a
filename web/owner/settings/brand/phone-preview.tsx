import type { BrandVars } from '#domain/colour.ts'
import { nowIn } from '#domain/dates.ts'
import { initial } from '#domain/people-names.ts'
import { openStatus } from '#domain/schedule.ts'
import { type CSSProperties, useState } from 'react'
import { presentMs } from '../../../server-clock.ts'
import { hide } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { calendar, check } from '../../../ui/icons.ts'
import './phone-preview.css'
import './phone-sheet.css'
import type { Profile } from '../profile.ts'

const TIMES = ['10:30 am', '11:00 am', '11:30 am', '1:00 pm', '1:30 pm', '2:00 pm', '3:30 pm', '4:00 pm']
const CHOSEN = 6

/** A drawing of the public page on a phone, in the present colours. It is not interactive. */
export function PhonePreview({ profile, vars }: { profile: Profile; vars: BrandVars }) {
  const [now] = useState(() => nowIn(profile.timezone, presentMs()))
  const status = openStatus(profile.schedules, now)
  return (
    <figure className="set-preview">
      <div className="phone-frame" aria-hidden="true">
        <div className="mini" style={vars as CSSProperties}>
          <div className="mini-head">
            <div className="mini-id">
              <span className="mini-logo">
                {initial(profile.business_name)}
                {profile.logo_url && <img src={profile.logo_url} alt="" onError={hide} />}
              </span>
              <div>
                <p className="mini-name">{profile.business_name}</p>
                <p className={status.open ? 'mini-open' : 'mini-open off'}>{status.text}</p>
              </div>
            </div>
            {profile.description && <p className="mini-text">{profile.description}</p>}
          </div>
          <div className="mini-sheet">
            <ol className="mini-steps">
              <li className="on">1. Cita</li>
              <li>2. Tus datos</li>
              <li>3. Confirmar</li>
            </ol>
            <p className="mini-title">Datos de la cita</p>
            <p className="mini-row">
              <b>Servicio</b>
              <span className="mini-link">Mostrar servicios</span>
            </p>
            <div className="mini-card">
              <span className="mini-thumb">
                <Icon d={calendar} />
              </span>
              <span>
                <b>Tu servicio</b>
                <small>60 min</small>
              </span>
              <span className="mini-tick">
                <Icon d={check} />
              </span>
            </div>
            <p className="mini-row">
              <b>Hora</b>
            </p>
            <div className="mini-times">
              {TIMES.map((time, i) => (
                <span key={time} className={i === CHOSEN ? 'on' : undefined}>
                  {time}
                </span>
              ))}
            </div>
            <span className="mini-button">Continuar</span>
          </div>
        </div>
      </div>
      <figcaption>Vista previa</figcaption>
    </figure>
  )
}
