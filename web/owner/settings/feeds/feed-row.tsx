import { mediumDate, nowIn } from '#domain/dates.ts'
import { FEED_SHOWS_TEXT } from '#domain/feed.ts'
import { useMutation } from '@tanstack/react-query'
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

/** An agenda that has an address: another one, or none. */
export function FeedRow({ feed, isOwn, timezone, onMade, onRemoved }: Props) {
  const { id, professional_id, shows, last_read_at } = feed
  const name = isOwn ? 'Mi agenda' : (feed.professional_name ?? 'Todo el equipo')
  const failed = (failure: unknown) => void toast.error(failureText(failure, 'Error con el calendario'))
  const again = useMutation({
    mutationFn: () => makeFeed({ professional_id, shows }),
    onSuccess: ({ feed, url }) => onMade({ id: feed.id, url }),
    onError: failed,
  })
  const removal = useMutation({
    mutationFn: () => removeFeed(id),
    onSuccess: () => {
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
          onClick={() => isBusy || again.mutate()}
        >
          Crear otra
        </button>
        <button
          type="button"
          className="btn btn-3 btn-sm"
          aria-disabled={isBusy}
          aria-label={`Quitar la dirección de ${name}`}
          onClick={() => isBusy || removal.mutate()}
        >
          Quitar
        </button>
      </div>
    </li>
  )
}
