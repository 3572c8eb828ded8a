import { mediumDate, nowIn } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionBusiness } from '../account/session.ts'
import { Icon } from '../ui/icon.tsx'
import { warning } from '../ui/icons-panel.ts'
import { toast } from '../ui/toast.tsx'
import { comeBack, deletionQuery } from './data/leaving/deletion.ts'
import { failureText } from './parts/failures.ts'
import { Awaited, SuspendedBanner } from './suspended-banner.tsx'

/** To an owner whose business is off: until when it can be brought back, or that an administrator suspended it. */
export function Leaving({ business }: { business: SessionBusiness }) {
  const { data, isPending } = useQuery(deletionQuery())
  const [isBusy, setBusy] = useState(false)
  if (isPending) return <Awaited business={business} />
  if (!data?.deletion) return <SuspendedBanner business={business} />
  const until = mediumDate(nowIn(business.timezone, Date.parse(data.deletion.erase_at)).date)

  async function back() {
    if (isBusy) return
    setBusy(true)
    try {
      await comeBack()
      toast.success('Tu negocio está de vuelta')
    } catch (error) {
      toast.error(failureText(error, 'Error al recuperar el negocio'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="banner banner-danger" role="status">
      <Icon d={warning} />
      <span>
        <b>Pediste eliminar {business.business_name}.</b> Tu página está apagada y el {until} borramos todos
        sus datos. Hasta entonces puedes recuperarlo y exportar tus datos.
      </span>
      <button type="button" className="btn btn-sm" aria-disabled={isBusy} onClick={() => void back()}>
        {isBusy && <span className="spinner" />}
        {isBusy ? 'Recuperando...' : 'Recuperar mi negocio'}
      </button>
    </div>
  )
}
