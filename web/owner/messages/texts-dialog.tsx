import {
  LONGEST_TEXT,
  messageText,
  messageTextError,
  placeholdersOf,
  recallText,
  USUAL_TEXTS,
  WRITTEN_KINDS,
  type WrittenKind,
} from '#domain/message-texts.ts'
import { nowIn } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { presentMs } from '../../server-clock.ts'
import type { SessionBusiness } from '../../account/session.ts'
import { ApiError } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { type MessageText, storeText, textsQuery, textStored } from '../data/messages/today.ts'
import { useDraft } from '../draft/use-draft.ts'
import { failureText } from '../parts/failures.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { TEXTS_DRAFT } from './draft.ts'

const LABELS: Record<WrittenKind, string> = {
  reminder: 'Recordatorio, hoy o mañana',
  confirmation: 'Cita nueva, para otro día',
  change: 'La cita cambió de hora',
  cancellation: 'Cancelaron la cita',
  recall: 'Les toca volver',
}

interface Props {
  business: SessionBusiness
  /** The message that is written first. */
  first: WrittenKind
  onClose: () => void
}

/** The words of each message by hand. */
export function TextsDialog({ business, first, onClose }: Props) {
  const { data: texts, error } = useQuery(textsQuery())
  const [kind, setKind] = useState<WrittenKind>(first)
  const [typed, setTyped] = useState<Partial<Record<WrittenKind, string>>>({})
  const [opened, setOpened] = useState<Partial<Record<WrittenKind, number>>>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const stored = texts?.find((text) => text.kind === kind)
  const text = typed[kind] ?? stored?.text ?? ''
  const changed = texts?.filter((one) => typed[one.kind] !== undefined && typed[one.kind] !== one.text) ?? []
  const wrong = changed.find((one) => messageTextError(typed[one.kind], one.kind))

  useDraft({
    name: TEXTS_DRAFT,
    row: undefined,
    typed: (): Record<string, unknown> => (changed.length > 0 ? { typed, opened, kind } : {}),
    put(kept) {
      setTyped(kept['typed'] as typeof typed)
      setOpened(kept['opened'] as typeof opened)
      setKind(kept['kind'] as WrittenKind)
    },
  })

  function type(value: string) {
    setTyped((before) => ({ ...before, [kind]: value }))
    // What the text was when it was begun: who changed it meanwhile is not written over.
    setOpened((before) => ({ [kind]: stored?.version ?? 0, ...before }))
    setProblem(undefined)
  }

  function insert(name: string) {
    const { selectionStart: from, selectionEnd: to } = area.current!
    type(`${text.slice(0, from)}{${name}}${text.slice(to)}`)
    const at = from + name.length + 2
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at, at)
    })
  }

  async function save() {
    setBusy(true)
    try {
      for (const one of changed) await saveOne(one)
      toast.success('Textos guardados')
      onClose()
    } catch (error) {
      setProblem(failureText(error, 'No pudimos guardar el texto. Intenta de nuevo.'))
    } finally {
      setBusy(false)
    }
  }

  async function saveOne({ kind: one }: MessageText) {
    try {
      await storeText({ kind: one, text: typed[one]!, version: opened[one]! })
    } catch (error) {
      const current =
        error instanceof ApiError && (error.body as { current?: MessageText } | undefined)?.current
      setKind(one)
      if (!current) throw error
      void textStored(current)
      setOpened((before) => ({ ...before, [one]: current.version }))
      throw new Error(
        `Alguien más cambió este texto. Ahora dice: «${current.text}». Si guardas otra vez, queda el tuyo.`,
      )
    }
  }

  return (
    <FormDialog
      title="Textos de WhatsApp"
      className="msg-texts"
      isDirty={changed.length > 0}
      submitText="Guardar"
      busy={busy && 'Guardando…'}
      canSubmit={texts !== undefined && !wrong}
      onMissing={() => wrong && setKind(wrong.kind)}
      problem={problem ?? (error && !texts ? failureText(error, 'No pudimos mostrar los textos') : undefined)}
      onSubmit={() => (changed.length > 0 ? void save() : onClose())}
      onClose={onClose}
    >
      <Field id="msg-kind" label="Cuándo">
        {(described) => (
          <select
            {...described}
            className="input"
            value={kind}
            onChange={({ target }) => setKind(target.value as WrittenKind)}
          >
            {WRITTEN_KINDS.map((one) => (
              <option key={one} value={one}>
                {LABELS[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        id="msg-text"
        label="Texto"
        error={texts && messageTextError(text, kind)}
        hint={`${[...text].length} de ${LONGEST_TEXT} caracteres`}
      >
        {(described) => (
          <textarea
            {...described}
            ref={area}
            className="input"
            rows={5}
            disabled={!texts}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      <div className="msg-names" role="group" aria-label="Poner un dato">
        {Object.entries(placeholdersOf(kind)).map(([name, title]) => (
          <button
            key={name}
            type="button"
            className="btn btn-2 btn-sm"
            title={title}
            disabled={!texts}
            onClick={() => insert(name)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
      {texts && (
        <>
          <p className="label">Así le llega</p>
          <div className="wa-paper">
            <p className="wa-bubble">{said(kind, text, business)}</p>
          </div>
          {text !== USUAL_TEXTS[kind] && (
            <button type="button" className="link small msg-edit" onClick={() => type(USUAL_TEXTS[kind])}>
              Volver al texto original
            </button>
          )}
        </>
      )}
    </FormDialog>
  )
}

const said = (kind: WrittenKind, text: string, business: SessionBusiness) =>
  kind === 'recall'
    ? recallText(text, {
        ...sample(business),
        link: `${location.origin}/negocio/…`,
        leave: `${location.origin}/sin-publicidad?token=…`,
      })
    : messageText(text, sample(business), nowIn(business.timezone, presentMs()).date)

const sample = ({ business_name, timezone }: SessionBusiness) => ({
  client_name: 'Isabella Montoya',
  business_name,
  service_name: 'Manicura',
  professional_name: 'Luz Marina',
  appointment_date: nowIn(timezone, presentMs() + 24 * 3_600_000).date,
  appointment_time: '09:30',
  link: `${location.origin}/client?token=…`,
})
