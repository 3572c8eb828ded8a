import {
  ANSWER_MAX,
  dataAnswerErrors,
  DATA_REQUESTS,
  extensionErrors,
  extendedDate,
  type Outcome,
  REASON_MAX,
} from '#domain/data-request.ts'
import { mediumDate } from '#domain/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { Field, FieldError } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { answerRequest, type DataRequest, extendRequest, heldOf } from '../../data/privacy/requests.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { useSentOnce } from '../../parts/once/use-key.ts'
import { useRowForm } from '../../parts/use-row-form.ts'
import { ANSWER_DRAFT, EXTENSION_DRAFT } from './drafts.ts'

interface Props {
  request: DataRequest
  onClose: () => void
}

const EMPTY = { outcome: '' as Outcome | '', answer: '' }

/** What becomes of the data with each kind, once it is answered as done. */
const FOLLOWS: Record<DataRequest['kind'], string> = {
  consult: 'Le enviamos tu respuesta.',
  correct: 'Corrige antes el dato en su ficha o en sus citas; le enviamos tu respuesta.',
  erase:
    'Al responder «Hecho» borramos sus datos de tu negocio; tus cifras no cambian. No se puede deshacer.',
  revoke:
    'Al responder «Hecho» queda anotado que retira su autorización, y no se le escribe más por WhatsApp.',
}

/** Answers a request; a query begins with what is held of the person. */
export function AnswerDialog({ request, onClose }: Props) {
  const answering = useSentOnce((body: { outcome: Outcome; answer: string }, key) =>
    answerRequest(request.id, body, key),
  )
  const isQuery = request.kind === 'consult'
  const held = useQuery({
    queryKey: ['data-requests', String(request.id), 'held'],
    queryFn: () => heldOf(request.id),
    enabled: isQuery,
    // What is corrected on the card meanwhile must not be answered as it was.
    gcTime: 0,
  })
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ ...EMPTY, answer: held.data ?? '' }),
    rule: dataAnswerErrors,
    failure: 'Error al responder la solicitud',
    draft: ANSWER_DRAFT,
    draftRow: request.id,
  })
  const { resetField, getValues } = form
  const begun = useRef('')
  useEffect(() => {
    if (held.data === undefined || getValues('answer') !== begun.current) return
    begun.current = held.data
    resetField('answer', { defaultValue: held.data })
  }, [held.data, resetField, getValues])
  const outcome = useWatch({ control: form.control, name: 'outcome' })
  const losesHealth = request.kind === 'revoke' && request.has_health_notes
  const isErasing = (request.kind === 'erase' || losesHealth) && outcome === 'done'
  const send = submit(async ({ answer, outcome }) => {
    await answering({ outcome: outcome as Outcome, answer: answer.trim() })
    toast.success('Respuesta enviada')
    onClose()
  })
  return (
    <FormDialog
      title={`${DATA_REQUESTS[request.kind].label} los datos de ${request.client_name}`}
      isDirty={isDirty}
      isDanger={isErasing}
      submitText={isErasing ? 'Borrar y responder' : 'Responder'}
      busy={isSubmitting && 'Enviando...'}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      {request.is_given_away && request.outcome === null && (
        <div className="banner banner-warn" role="note">
          <p>
            La cita con la que lo pidió es ahora de otra persona. «Hecho» alcanza solo las fichas con el
            nombre y el correo de {request.client_name}: busca antes qué más tienes de esa persona.
          </p>
        </div>
      )}
      {request.is_other_email && !request.is_given_away && (
        <div className="banner banner-warn" role="note">
          <p>
            Lo pide con un correo que no es el de esta ficha, o no el de todas sus citas. Antes de responder,
            comprueba que es la misma persona: llama al teléfono que ya tenías.
          </p>
        </div>
      )}
      {request.details && <p className="data-words">{request.details}</p>}
      {request.card_id !== null && (
        <Link className="link data-card" to={`/dashboard/clients/${request.card_id}`}>
          Ver su ficha
        </Link>
      )}
      <p className="small muted">
        {FOLLOWS[request.kind]}
        {losesHealth && ' Los datos de salud que anotaste en su ficha se borran para siempre.'}
        {request.client_email === null && ' No dejó correo: la respuesta se ve solo en su portal.'}
      </p>
      <fieldset className="data-outcome" aria-describedby={error('outcome') && 'outcome-error'}>
        <legend className="label">¿Qué pasó?</legend>
        <label className="check">
          <input type="radio" value="done" {...form.register('outcome')} />
          <span>Hecho</span>
        </label>
        <label className="check">
          <input type="radio" value="refused" {...form.register('outcome')} />
          <span>No se puede, y explico por qué</span>
        </label>
        <FieldError id="outcome" error={error('outcome')} />
      </fieldset>
      <Field id="answer" label="Respuesta" error={error('answer')}>
        {(described) => (
          <textarea
            {...described}
            {...form.register('answer')}
            className="input"
            rows={isQuery ? 10 : 5}
            maxLength={ANSWER_MAX}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Why it takes longer, once. */
export function ExtendDialog({ request, onClose }: Props) {
  const extending = useSentOnce((reason: string, key) => extendRequest(request.id, reason, key))
  const { more } = DATA_REQUESTS[request.kind]
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => ({ reason: '' }),
    rule: extensionErrors,
    failure: 'Error al ampliar el plazo',
    draft: EXTENSION_DRAFT,
    draftRow: request.id,
  })
  const send = submit(async ({ reason }) => {
    await extending(reason.trim())
    toast.success('Le avisamos a tu cliente')
    onClose()
  })
  return (
    <FormDialog
      title="Pedir más tiempo"
      isDirty={isDirty}
      submitText="Ampliar el plazo"
      busy={isSubmitting && 'Enviando...'}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="small muted">
        Se puede una vez: {more} días hábiles más, hasta el{' '}
        {mediumDate(extendedDate(request.kind, request.due_date))}. Le decimos a {request.client_name} por
        qué.
      </p>
      <Field id="reason" label="¿Por qué necesitas más tiempo?" error={error('reason')}>
        {(described) => (
          <textarea
            {...described}
            {...form.register('reason')}
            className="input"
            rows={3}
            maxLength={REASON_MAX}
          />
        )}
      </Field>
    </FormDialog>
  )
}
