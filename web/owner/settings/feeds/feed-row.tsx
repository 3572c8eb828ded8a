import { mediumDate, nowIn } from '#domain/dates.ts'
import { FEED_SHOWS_TEXT } from '#domain/feed.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../ui/api.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Feed, makeFeed, removeFeed } from '../../data/team/feeds.ts'
import { failureText } from '../../parts/failures.ts'

interface Props {
  feed: Feed
  /** Whether it is shown to somebody who has the own agenda only. */
  isOwn: boolean
  timezone: string
  onMade: (made: { id: number; url: string }) => void
  onRemoved: () => void
}

const MAYBE =
  'Error de conexión. Puede que la dirección de ahora ya no sirva: revisa tu conexión e inténtalo de nuevo.'

/** An agenda that has an address: another one, or none. */
export function FeedRow({ feed, isOwn, timezone, onMade, onRemoved }: Props) {
  const { id, professional_id, shows, last_read_at } = feed
  const name = isOwn ? 'Mi agenda' : (feed.professional_name ?? 'Todo el equipo')
  const [asked, setAsked] = useState<'another' | 'none'>()
  const failed = (failure: unknown) => {
    setAsked(undefined)
    const isUnknown = failure instanceof ApiError && failure.status === 0
    toast.error(isUnknown ? MAYBE : failureText(failure, 'Error con el calendario'))
  }
  const again = useMutation({
    mutationFn: () => makeFeed({ professional_id, shows }),
    onSuccess: ({ feed, url }) => {
      setAsked(undefined)
      onMade({ id: feed.id, url })
    },
    onError: failed,
  })
  const removal = useMutation({
    mutationFn: () => removeFeed(id),
    onSuccess: () => {
      setAsked(undefined)
      onRemoved()
      toast.success('Esa dirección ya no muestra nada')
    },
    onError: failed,
  })
  const isBusy = again.isPending || removal.isPending
  return (
    <li className="team-inv">
      <div className="team-who">
        <b className="trunc">{name}</b>
        <small className="muted">
          {FEED_SHOWS_TEXT[shows]} ·{' '}
          {last_read_at
            ? `leído el ${mediumDate(nowIn(timezone, Date.parse(last_read_at)).date)}`
            : 'ningún calendario lo ha leído'}
        </small>
      </div>
      <div className="team-inv-acts">
        <button
          type="button"
          className="btn btn-2 btn-sm"
          aria-disabled={isBusy}
          aria-label={`Crear otra dirección de ${name}`}
          title="La de ahora deja de servir"
          onClick={() => isBusy || setAsked('another')}
        >
          Crear otra
        </button>
        <button
          type="button"
          className="btn btn-3 btn-sm"
          aria-disabled={isBusy}
          aria-label={`Quitar la dirección de ${name}`}
          onClick={() => isBusy || setAsked('none')}
        >
          Quitar
        </button>
      </div>
      {asked && (
        <ConfirmDialog
          title={asked === 'another' ? 'Crear otra dirección' : 'Quitar la dirección'}
          confirmText={asked === 'another' ? 'Crear otra' : 'Quitar'}
          busy={isBusy && (asked === 'another' ? 'Creando...' : 'Quitando...')}
          onConfirm={() => (asked === 'another' ? again : removal).mutate()}
          onCancel={() => setAsked(undefined)}
        >
          La dirección de ahora deja de servir en todos tus calendarios.
          {asked === 'another' && ' Después tienes que poner la nueva en cada uno.'}
        </ConfirmDialog>
      )}
    </li>
  )
}
