import { ALERT_MAX, CARD_RULES } from '#domain/card.ts'
import { errorsBy } from '#domain/fields.ts'
import '../../../ui/banner.css'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { warning } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Card, patchClient } from '../../data/clients.ts'
import { ElsewhereNotice } from '../../parts/elsewhere-notice.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'

export const Alert = ({ text }: { text: string }) => (
  <p className="banner banner-danger cli-alert">
    <Icon d={warning} />
    <b>{text}</b>
  </p>
)

/** Writes what everybody who attends the client has to know. */
export function AlertForm({ client }: { client: Card }) {
  const editing = useRowForm<{ alert: string }, Card>({
    row: client,
    valuesOf: (card) => ({ alert: card?.alert ?? '' }),
    rule: (values) => errorsBy({ alert: CARD_RULES.alert }, values),
    failure: 'Error al guardar la alerta',
    isRenewed: true,
    draft: 'alerta',
  })
  const save = editing.submit(async (values) => {
    const stored = await patchClient(client.id, { ...values, version: editing.base!.version })
    toast.success('Alerta guardada')
    editing.stored(stored, values)
  })
  return (
    <form className="cli-note-form" onSubmit={(event) => void save(event)} noValidate>
      <div>
        <ElsewhereNotice
          list={editing.elsewhere}
          textOf={(_, text) => ['Alerta', text]}
          onTake={editing.take}
        />
        <Field
          id="cli-alert"
          label="Alerta"
          error={editing.error('alert')}
          hint="Por ejemplo: Alergia al amoníaco. El cliente no la ve."
        >
          {(described) => (
            <input
              {...described}
              {...editing.form.register('alert')}
              className="input"
              maxLength={ALERT_MAX}
            />
          )}
        </Field>
      </div>
      <button className="btn btn-2" aria-disabled={editing.isSubmitting}>
        Guardar alerta
      </button>
    </form>
  )
}
