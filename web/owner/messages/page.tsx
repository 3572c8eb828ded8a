import { addDays, relativeShortDate } from '#domain/dates.ts'
import type { WrittenKind } from '#domain/message-texts.ts'
import { useRef, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { onDemand } from '../../ui/loading/on-demand.tsx'
import { may, useSession } from '../../account/session.ts'
import '../../ui/empty.css'
import '../../ui/field.css'
import { WaitingRows } from '../../ui/listing/waiting-rows.tsx'
import { starts } from '../data/loader.ts'
import { type MessageRow, todayQuery } from '../data/messages/today.ts'
import type { OwnerHandle } from '../data/preload.ts'
import { useOpenDraft } from '../draft/use-draft.ts'
import { TEXTS_DRAFT } from './draft.ts'
import { useShown } from '../data/use-shown.ts'
import { ownerMeta } from '../head.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Failed } from '../parts/states.tsx'
import './messages.css'
import { Preview } from './preview.tsx'
import { Returning } from './returning.tsx'
import { isConfirmed, isLeft, isSent, Row } from './row.tsx'
import { useSending } from './use-sending.ts'

export const meta: MetaFunction = (args) => ownerMeta(args, 'Mensajes de hoy')

const firstQueries = () => [todayQuery()]
export const handle: OwnerHandle = { title: 'Mensajes de hoy', preload: firstQueries }
export const clientLoader = starts(firstQueries)
export { HydrateFallback } from '../data/loader.ts'

const TextsDialog = onDemand(
  () => import('./texts-dialog.tsx'),
  (file) => file.TextsDialog,
)

/** Whom to write to today and tomorrow, from the business's own WhatsApp. */
export default function MessagesPage() {
  const business = useSession().business!
  const state = useShown(todayQuery(), 'Error cargando los mensajes')
  const [date, setDate] = useState<string>()
  const [person, setPerson] = useState(0)
  const [editing, setEditing] = useState<WrittenKind>()
  const [isReturning, setReturning] = useState(false)
  const { status, data } = state
  useOpenDraft(TEXTS_DRAFT, data !== undefined, () => setEditing('reminder'))
  const onEdit = (kind: WrittenKind) => (may(business, 'settings:write') ? () => setEditing(kind) : undefined)
  const days = data ? [addDays(data.today, 1), data.today] : []
  const on = (day: string) => data?.rows.filter(({ appointment_date }) => appointment_date === day) ?? []
  // Tomorrow's come first, unless there are none.
  const shown = date && days.includes(date) ? date : (days.find((day) => on(day).length > 0) ?? days[0])
  const ofDay = shown ? on(shown) : []
  const people = new Map(ofDay.map((row) => [row.professional_id, row.professional_name]))
  const rows = people.has(person) ? ofDay.filter((row) => row.professional_id === person) : ofDay
  return (
    <>
      <PageHead title="Mensajes de hoy" text="Recuérdales su cita con un toque." />
      {status === 'failed' && (
        <Failed title="No pudimos mostrar los mensajes" error={state.error} onRetry={state.retry} />
      )}
      {status === 'loading' && (
        <div className="card late" role="status">
          <span className="sr">Cargando mensajes…</span>
          <WaitingRows />
        </div>
      )}
      {data && (
        <>
          <div className="msg-tools">
            <div className="seg" role="group" aria-label="Día">
              {days.map((day) => (
                <button
                  key={day}
                  type="button"
                  aria-pressed={!isReturning && day === shown}
                  onClick={() => {
                    setReturning(false)
                    setDate(day)
                  }}
                >
                  {day === data.today ? 'Hoy' : <Tomorrow text={relativeShortDate(day, data.today)} />} ·{' '}
                  {on(day).length}
                </button>
              ))}
              {may(business, 'clients:read') && (
                <button type="button" aria-pressed={isReturning} onClick={() => setReturning(true)}>
                  Les toca volver
                </button>
              )}
            </div>
            {!isReturning && people.size > 1 && (
              <select
                className="input"
                aria-label="De quién"
                value={people.has(person) ? person : 0}
                onChange={({ target }) => setPerson(Number(target.value))}
              >
                <option value={0}>Todo el equipo</option>
                {[...people].map(([id, name]) => (
                  <option key={id} value={id}>
                    {name} · {ofDay.filter((row) => row.professional_id === id && isLeft(row)).length} por
                    enviar
                  </option>
                ))}
              </select>
            )}
          </div>
          <div className="msg-two">
            {isReturning ? (
              <Returning today={data.today} onEdit={onEdit('recall')} />
            ) : rows.length > 0 ? (
              <Messages
                rows={rows}
                timezone={business.timezone}
                day={shown === data.today ? 'hoy' : 'mañana'}
              />
            ) : (
              <div className="card empty" role="status">
                <h2 className="h3">{shown === data.today ? 'Nadie más viene hoy' : 'Nadie viene mañana'}</h2>
                <p className="muted">Aquí aparecen las citas de hoy y de mañana, con su mensaje listo.</p>
              </div>
            )}
            {!isReturning && (
              <Preview
                text={(rows.find(isLeft) ?? rows.find(({ text }) => text !== null))?.text}
                onEdit={onEdit('reminder')}
              />
            )}
          </div>
        </>
      )}
      {editing && <TextsDialog business={business} first={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** 'Mañana, sáb 21' without the month; where there is little room, 'Mañana'. */
function Tomorrow({ text }: { text: string }) {
  const [day, ...date] = text.replace(/ \S+$/, '').split(',')
  return (
    <>
      {day}
      <span className="msg-date">,{date.join(',')}</span>
    </>
  )
}

/** What is left to do first, and then what is done. */
function Messages({ rows, timezone, day }: { rows: MessageRow[]; timezone: string; day: string }) {
  const { isAsked, isBusy, opened, answer } = useSending()
  const list = useRef<HTMLElement>(null)
  const left = rows.filter((row) => isLeft(row))
  const done = rows.filter((row) => !isLeft(row))
  const sent = rows.filter(isSent).length
  const possible = rows.filter((row) => row.text !== null || isSent(row)).length
  const confirmed = rows.filter(isConfirmed).length

  async function settle(row: MessageRow, wasSent: boolean) {
    const isDone = await answer(row, wasSent)
    // What was pressed is gone: the next one is at hand, or the same one again.
    if (isDone)
      requestAnimationFrame(() => {
        const same = wasSent ? '' : `[data-message='${row.id}'] `
        list.current?.querySelector<HTMLElement>(`${same}.msg-act :is(a, button)`)?.focus()
      })
  }

  const shownRow = (row: MessageRow) => (
    <Row
      key={row.id}
      row={row}
      timezone={timezone}
      isAsked={isAsked(row)}
      isBusy={isBusy(row)}
      onOpened={() => opened(row)}
      onAnswer={(wasSent) => void settle(row, wasSent)}
    />
  )
  return (
    <section ref={list} className="card msg-card" aria-label={`Citas de ${day}`}>
      <div className="msg-progress">
        <p role="status">
          <b>
            {sent} de {possible} enviados
          </b>
          {confirmed > 0 && (
            <span className="muted">
              {confirmed} ya {confirmed === 1 ? 'confirmó' : 'confirmaron'}
            </span>
          )}
        </p>
        <div aria-hidden="true">
          <i style={{ width: `${possible > 0 ? (100 * sent) / possible : 0}%` }} />
        </div>
      </div>
      {left.length > 0 && <ul className="msgs">{left.map(shownRow)}</ul>}
      {done.length > 0 && (
        <>
          <h2 className="msg-done">Listos</h2>
          <ul className="msgs">{done.map(shownRow)}</ul>
        </>
      )}
    </section>
  )
}
