import { deletionErrors, isNameOf, NAME_DIFFERS } from '#domain/deletion.ts'
import { counted } from '#domain/numbers.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { deleteBusiness } from '../../data/leaving/deletion.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Link } from '../../parts/link.tsx'
import { useRowForm } from '../../parts/use-row-form.ts'

interface Props {
  name: string
  upcoming: number
  onClose: () => void
}

const EMPTY = { business_name: '', currentPassword: '', cancel_upcoming: false }

/** Asks for the name and the password, and what shall become of the appointments ahead. */
export function DeleteDialog({ name, upcoming, onClose }: Props) {
  const { form, error, isDirty, isSubmitting, problem, submit } = useRowForm({
    row: undefined,
    valuesOf: () => EMPTY,
    rule: (values) => ({
      ...(upcoming > 0 && !values.cancel_upcoming && { cancel_upcoming: 'Marca la casilla para continuar' }),
      ...(isNameOf(values.business_name, name) ? {} : { business_name: NAME_DIFFERS }),
      ...deletionErrors(values),
    }),
    failure: 'Error al eliminar el negocio',
  })
  const send = submit(async (values) => {
    await deleteBusiness(values)
    toast.success('Tu página ya está apagada. Tienes 30 días para recuperarla.')
    onClose()
  })
  return (
    <FormDialog
      title="Eliminar mi negocio"
      isDirty={isDirty}
      submitText="Eliminar"
      isDanger
      busy={isSubmitting && 'Eliminando...'}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        La página de <b>{name}</b> se apaga ya. Durante 30 días puedes entrar y recuperarla; después borramos
        citas, clientes, servicios, fotos y cuentas, y te enviamos una constancia por correo. Antes, puedes{' '}
        <Link className="link" to="/dashboard/settings?seccion=datos">
          descargar todo
        </Link>{' '}
        en Datos personales.
      </p>
      {upcoming > 0 && (
        <div>
          <label className="check">
            <input
              type="checkbox"
              aria-invalid={Boolean(error('cancel_upcoming'))}
              {...form.register('cancel_upcoming')}
            />
            <span>
              Cancelar {upcoming === 1 ? 'la cita' : `las ${counted(upcoming, 'cita')}`} por venir y avisarles
              a mis clientes. Siguen canceladas aunque recupere el negocio.
            </span>
          </label>
          {error('cancel_upcoming') && (
            <p className="error" role="alert">
              {error('cancel_upcoming')}
            </p>
          )}
        </div>
      )}
      <Field
        id="delete-name"
        label="Nombre del negocio"
        hint={`Escribe «${name}» para confirmar.`}
        error={error('business_name')}
      >
        {(described) => (
          <input {...described} {...form.register('business_name')} className="input" autoComplete="off" />
        )}
      </Field>
      <PasswordField
        id="delete-password"
        label="Tu contraseña"
        autoComplete="current-password"
        error={error('currentPassword')}
        {...form.register('currentPassword')}
      />
    </FormDialog>
  )
}
