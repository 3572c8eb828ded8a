import { MARKETING_TEXT } from '#domain/consents.ts'
import { saidBy } from '../../ui/api.ts'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { Lost } from '../lost.tsx'
import type { Appointment, PortalData } from '../portal-data.ts'
import { useAction } from '../use-action.ts'
import type { Portal } from '../use-portal.ts'

interface Props {
  portal: Portal
  data: PortalData
  place: Appointment
  /** Whether there are several businesses, so that each is named. */
  isNamed: boolean
}

const FAILED = 'No pudimos guardarlo. Intenta de nuevo.'

/** Whether the client agrees to advertising of a business: a box of its own, which changes at once. */
export function AdvertisingBox({ portal, data, place, isNamed }: Props) {
  const action = useAction(portal.visitOf)
  const said = portal.opened!.advertising.find(({ appointment_id }) => appointment_id === place.id)
  if (!said) return null

  async function change(agreed: boolean) {
    try {
      const answer = await action.send({
        path: `/api/appointments/client/advertising/${place.id}`,
        payload: { ...portal.opened!.access, agreed },
        verification: data.verification,
      })
      if (!answer) return
      if (!answer.body.success) return void toast.error(String(answer.body.error ?? FAILED), FOUR_SECONDS)
      portal.agreed({ appointment_id: place.id, agreed })
      toast.success(
        agreed ? 'Listo: te llegan sus promociones' : 'Listo: no te llega su publicidad',
        FOUR_SECONDS,
      )
    } catch (error) {
      toast.error(saidBy(error) ?? FAILED, FOUR_SECONDS)
    }
  }

  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={said.agreed}
          aria-disabled={action.state !== 'idle'}
          onChange={({ target }) => void change(target.checked)}
        />
        <span>
          {MARKETING_TEXT}
          {isNamed && `: ${place.business_name}`}
        </span>
      </label>
      <Lost action={action} />
    </>
  )
}
