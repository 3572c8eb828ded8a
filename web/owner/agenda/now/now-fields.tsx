import { minutesOf } from '#domain/dates.ts'
import { fitsIn } from '#domain/presence.ts'
import { doesService } from '#domain/specialties.ts'
import { useEffect } from 'react'
import { useClock } from '../../parts/use-clock.ts'
import { ClientFields, ExtraFields } from '../form/client-fields.tsx'
import type { Offer } from '../form/offer.ts'
import { OptionFields } from '../form/option-fields.tsx'
import { OwnFields } from '../form/own-fields.tsx'
import type { AppointmentForm } from '../form/use-appointment-form.ts'
import type { Catalogue } from '../use-catalogue.ts'
import { minutesIn, NowBar } from './now-bar.tsx'
import './now.css'
import { ServiceChips } from './service-chips.tsx'
import { usePresences } from './use-presences.ts'
import { UsualOf } from './usual-of.tsx'
import { type Candidate, WhoCards } from './who-cards.tsx'

interface Props {
  form: AppointmentForm
  catalogue: Catalogue
  offer: Offer
  today: string
  currency: string
}

const NO_OPTIONS = { variant_id: '', addon_ids: '' }

/** What begins this minute: how long, what, with whom; who it is for may be left out. */
export function NowFields({ form, catalogue, offer, today, currency }: Props) {
  const { values, set, error } = form
  const { team, all, offered, terms } = offer
  const now = useClock(catalogue.timezone)
  const time = values.appointment_time
  const presenceOf = usePresences(catalogue, today)
  const minutes = minutesIn(values.duration_minutes, terms?.duration_minutes)
  const service = all.find(({ id }) => String(id) === values.service_id)
  const candidates = team
    .filter(({ specialties }) => !service || doesService(specialties, service.id))
    .map((person): Candidate => {
      const presence = time === '' ? undefined : presenceOf?.(person, minutesOf(time))
      const own = service?.by_professional.find(({ professional_id }) => professional_id === person.id)
      const takes = minutes ?? own?.duration_minutes ?? service?.duration_minutes ?? 0
      const fits = presence !== undefined && fitsIn(presence, minutesOf(time), takes, service?.buffer_after)
      return { person, presence, fits }
    })
  useSomebody(form, candidates)

  /** The minutes are the service's again; whoever does not do it is not chosen any more. */
  function chooseService(id: string) {
    const chosen = team.find((person) => String(person.id) === values.professional_id)
    const stays = id === '' || (chosen && doesService(chosen.specialties, Number(id)))
    set({
      service_id: id,
      duration_minutes: '',
      anyway: '',
      ...NO_OPTIONS,
      ...(!stays && { professional_id: '' }),
    })
  }

  return (
    <>
      <NowBar form={form} usual={terms?.duration_minutes} minute={now.minute} />
      <ServiceChips
        services={all}
        today={today}
        value={values.service_id}
        error={error('service_id')}
        onChange={chooseService}
      />
      {offered && (
        <OptionFields {...{ form, offered, currency }} onChoose={(part) => set({ ...part, anyway: '' })} />
      )}
      <WhoCards
        candidates={candidates}
        team={team}
        time={values.ticks || time === '' ? undefined : time}
        value={values.professional_id}
        error={error('professional_id')}
        onChange={(professional_id) => set({ professional_id, anyway: '' })}
      />
      <ClientFields
        form={form}
        isNew
        isNow
        beside={(card) => (
          <UsualOf
            card={card}
            name={values.client_name}
            services={all}
            chosen={values.service_id}
            onChoose={chooseService}
          />
        )}
      />
      <details
        className="fother"
        open={Boolean(error('appointment_time') ?? error('duration_minutes') ?? error('price'))}
      >
        <summary>Otra hora, minutos o precio</summary>
        <OwnFields form={form} usual={terms} />
        {!values.ticks && (
          <button
            type="button"
            className="btn btn-2 btn-sm now-again"
            onClick={() => set({ ticks: 'yes', anyway: '' })}
          >
            Empezar en este momento
          </button>
        )}
      </details>
      <details
        className="fother"
        open={Boolean(error('client_email') ?? error('client_id') ?? error('notes'))}
      >
        <summary>Correo, cédula o notas</summary>
        <ExtraFields form={form} hasEmail />
      </details>
    </>
  )
}

/** Who has room for it is chosen until somebody else is: of several, who is free longest. */
function useSomebody({ values, set }: AppointmentForm, candidates: readonly Candidate[]) {
  const { service_id, professional_id } = values
  const until = ({ presence }: Candidate) => (presence?.isFree ? presence.until : 0)
  const first = candidates.filter(({ fits }) => fits).sort((a, b) => until(b) - until(a))[0]?.person.id
  useEffect(() => {
    if (service_id !== '' && professional_id === '' && first !== undefined)
      set({ professional_id: String(first) })
  }, [service_id, professional_id, first, set])
}
