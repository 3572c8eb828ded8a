import { firstName } from '#domain/people-names.ts'
import type { IsoDate } from '#domain/dates.ts'
import type { QuickAction } from '#domain/quick/meaning.ts'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { check } from '../../../ui/icons.ts'
import { warning } from '../../../ui/icons-panel.ts'
import type { Appointment } from '../../data/appointment.ts'
import type { Target } from '../calendar/ghost.ts'
import type { BlockPreset } from '../block/values.ts'
import { useDraft } from '../../draft/use-draft.ts'
import type { Preset } from '../form/values.ts'
import { WhatsAppBox } from '../form/whatsapp-box.tsx'
import type { Catalogue } from '../use-catalogue.ts'
import { Chips } from './chips.tsx'
import { Clients, Moved } from './choices.tsx'
import './quick.css'
import { blockOf, presetOf } from './presets.ts'
import { type QuickState, useQuick } from './use-quick.ts'

interface Props {
  catalogue: Catalogue
  now: { date: IsoDate; minute: number }
  /** What was typed before this was there. */
  typed: () => string
  onBook: (preset: Preset) => void
  onBlock: (preset: BlockPreset) => void
  onMove: (appointment: Appointment, to: Target) => void
  onClose: () => void
}

const SUBMIT: Record<QuickAction, string> = {
  book: 'Revisar y agendar',
  block: 'Revisar y bloquear',
  move: 'Mover la cita',
}

/** One sentence becomes the parts of an appointment, of blocked time or of a move. It books nothing: the form does. */
export function QuickDialog({ catalogue, now, typed, onBook, onBlock, onMove, onClose }: Props) {
  const state = useQuick(catalogue, now, typed)
  const { quick, values } = state
  useDraft({
    name: 'frase',
    row: undefined,
    typed: (): Record<string, unknown> => (state.text.trim() === '' ? {} : { text: state.text }),
    put: ({ text }) => state.setText(String(text)),
  })
  const [movedId, setMovedId] = useState<number>()
  const moved = state.isSeen
    ? (state.appointments.find(({ id }) => id === movedId) ??
      (state.moreAppointments ? undefined : onlyOne(state.appointments)))
    : undefined
  const [asksWhatsApp, setAsksWhatsApp] = useState(false)
  const hasPhone = Boolean(quick.phone ?? state.client?.client_phone)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const isEmpty = state.text.trim() === ''

  function submit() {
    if (isEmpty) return field.current?.focus()
    if (quick.action === 'book')
      return onBook({ ...presetOf(state), whatsapp_consent: hasPhone && asksWhatsApp })
    if (quick.action === 'block') return onBlock(blockOf(state))
    if (moved)
      onMove(moved, {
        date: values.date || moved.appointment_date,
        time: values.time || moved.appointment_time,
        ...otherThan(moved),
      })
  }

  /** Who is to have it instead. */
  function otherThan({ professional_id }: Appointment) {
    const named = catalogue.professionals?.find(({ id }) => String(id) === values.professional)
    if (!named || named.id === professional_id) return undefined
    return { professional_id: named.id, professional_name: named.professional_name }
  }

  return (
    <Dialog
      title="Escribe la cita"
      className="quick"
      onClose={onClose}
      footer={
        <button
          type="button"
          className="btn btn-block"
          disabled={quick.action === 'move' && !moved}
          onClick={submit}
        >
          {SUBMIT[quick.action]}
        </button>
      }
    >
      <textarea
        ref={field}
        className="qk-field"
        aria-label="La cita en una frase"
        placeholder="Ej.: Ana mañana 3pm corte con Luis"
        rows={2}
        maxLength={400}
        autoComplete="off"
        enterKeyHint="go"
        value={state.text}
        onChange={(event) => state.setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          submit()
        }}
      />
      {isEmpty ? (
        <Examples catalogue={catalogue} onPick={(text) => (state.setText(text), field.current?.focus())} />
      ) : (
        <>
          <Chips state={state} catalogue={catalogue} today={now.date} />
          <Free state={state} catalogue={catalogue} />
          {quick.action === 'book' && <Clients state={state} />}
          {quick.action === 'book' && hasPhone && (
            <WhatsAppBox isTicked={asksWhatsApp} onChange={setAsksWhatsApp} />
          )}
          {quick.action === 'move' && (
            <Moved state={state} today={now.date} moved={moved} onPick={({ id }) => setMovedId(id)} />
          )}
          {quick.rest && <p className="muted qk-rest">No lo usé: “{quick.rest}”</p>}
        </>
      )}
    </Dialog>
  )
}

const onlyOne = <T,>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

function Free({ state, catalogue }: { state: QuickState; catalogue: Catalogue }) {
  const name = catalogue.professionals?.find(
    ({ id }) => String(id) === state.values.professional,
  )?.professional_name
  const { isFree } = state
  return (
    <p className="qk-free" role="status" data-free={isFree}>
      {isFree !== undefined && name && (
        <>
          <Icon d={isFree ? check : warning} />
          {isFree ? `${name} tiene libre esa hora` : `${name} no tiene libre esa hora`}
        </>
      )}
    </p>
  )
}

function Examples({ catalogue, onPick }: { catalogue: Catalogue; onPick: (text: string) => void }) {
  const someone = catalogue.professionals?.find(({ is_active }) => is_active)
  const who = someone && firstName(someone.professional_name)
  const what = catalogue.services?.find(({ is_active }) => is_active)?.service_name.toLowerCase()
  const examples = [
    what && who && `Ana mañana 3pm ${what} con ${who}`,
    who && `bloquear ${who} mañana de 2 a 4`,
    'mover a Ana para el viernes a las 5',
  ]
  return (
    <div className="qk-examples">
      <p className="muted">
        Escribe como hablas, o pega un mensaje de WhatsApp. Nada se agenda hasta que lo revises.
      </p>
      <ul>
        {examples
          .filter((text) => text !== undefined && text !== '')
          .map(
            (text) =>
              text && (
                <li key={text}>
                  <button type="button" className="btn btn-2 btn-sm" onClick={() => onPick(text)}>
                    {text}
                  </button>
                </li>
              ),
          )}
      </ul>
    </div>
  )
}
