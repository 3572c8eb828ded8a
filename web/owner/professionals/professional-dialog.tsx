import { LIMITS } from '#domain/fields.ts'
import { DAILY_LIMIT_MAX } from '#domain/professional.ts'
import { useSession } from '../../account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { user } from '../../ui/icons.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { imageSrc } from '../../ui/image-src.ts'
import { toast } from '../../ui/toast.tsx'
import {
  createProfessional,
  patchProfessional,
  professionalStored,
  putProfessional,
} from '../data/professionals.ts'
import { changesOf } from '../parts/changes-of.ts'
import { useCreateOnce } from '../parts/once/create-once.ts'
import { ElsewhereNotice } from '../parts/elsewhere-notice.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { usePicture } from '../parts/use-picture.ts'
import { useRowForm } from '../parts/use-row-form.ts'
import type { Service } from '#domain/api/service.ts'
import { noticeText } from './notice-text.ts'
import { PhoneInput } from './phone-input.tsx'
import { SpecialtiesField } from './specialties-field.tsx'
import type { Professional } from '#domain/api/professional.ts'
import { WeightField } from './weight-field.tsx'
import { bodyOf, countryFor, rule, type Values, valuesOf } from './values.ts'
import { EmailInput } from '../parts/email-input.tsx'

interface Props {
  /** The professional in the latest version; missing for a new one. */
  professional: Professional | undefined
  services: Service[]
  onClose: () => void
}

const failure = 'Error al guardar el profesional'

/** Creates or changes a professional, including the picture. */
export function ProfessionalDialog({ professional: given, services, onClose }: Props) {
  const { business } = useSession()
  const country = countryFor(business?.phone)
  const shownOf = (row: Professional | undefined) => valuesOf(row, country)
  const editing = useRowForm({ row: given, valuesOf: shownOf, rule, failure, draft: 'profesional' })
  // Creating has two steps: after the first there is a row, and the second may have to be retried.
  const { form, base: professional, error, isDirty, problem, setProblem } = editing
  const { image, setImage, progress, upload } = usePicture(setProblem)
  const create = useCreateOnce({ create: createProfessional, change: putProfessional })
  const { register, watch } = form
  // A form that was stored starts again, and submits no more, while its picture is on its way.
  const busy = progress === undefined ? editing.isSubmitting && 'Guardando...' : 'Subiendo imagen...'
  const [name, bio] = watch(['professional_name', 'bio'])

  const store = editing.submit(async (values) => {
    const stored = professional && !isDirty && image !== null ? professional : await send(values)
    const isUploaded = await upload(
      '/api/uploads/professional/:id/avatar',
      { params: { id: stored.id }, field: 'avatar' },
      ({ avatar_url, version }) => {
        const now = { ...stored, avatar_url, version }
        professionalStored(now)
        editing.stored(now, shownOf(stored))
      },
    )
    if (!isUploaded) return
    if (!editing.differsFrom(stored)) return onClose()
    setImage(undefined)
  })

  async function send(values: Values): Promise<Professional> {
    const body = bodyOf(values, professional)
    const removed = image === null && { avatar_url: null }
    const stored = professional
      ? await patchProfessional(professional.id, {
          ...changesOf(bodyOf(shownOf(professional), professional), body),
          ...removed,
          version: professional.version,
        })
      : await create({ ...body, ...removed })
    toast.success(professional ? 'Profesional actualizado exitosamente' : 'Profesional creado exitosamente')
    professionalStored(stored)
    editing.stored(stored, values)
    return stored
  }

  return (
    <FormDialog
      title={given ? 'Editar profesional' : 'Nuevo profesional'}
      isDirty={isDirty || image !== undefined}
      submitText={given ? 'Guardar cambios' : 'Crear profesional'}
      busy={busy}
      problem={problem}
      onSubmit={store}
      onClose={onClose}
    >
      <ElsewhereNotice list={editing.elsewhere} textOf={noticeText(services)} onTake={editing.take} />
      <Field id="professional_name" label="Nombre completo" error={error('professional_name')}>
        {(described) => (
          <input
            {...described}
            {...register('professional_name')}
            className="input"
            autoComplete="off"
            maxLength={LIMITS.name}
          />
        )}
      </Field>
      <PhoneInput form={form} />
      <Field
        id="email"
        label={
          <>
            Correo electrónico <small>(opcional)</small>
          </>
        }
        error={error('email')}
      >
        {(described) => <EmailInput {...described} {...register('email')} />}
      </Field>
      <SpecialtiesField form={form} services={services} before={professional?.specialties ?? null} />
      <ImageField
        id="avatar"
        label="Foto del profesional"
        src={imageSrc(professional?.avatar_url, 320)}
        value={image}
        onChange={setImage}
        progress={progress}
        isDisabled={busy !== false}
        isRound
      >
        {name.trim() ? <Avatar name={name} size="xl" /> : <Icon d={user} className="icon-lg" />}
      </ImageField>
      <Field
        id="bio"
        label={
          <>
            Biografía <small>(opcional)</small>
          </>
        }
        error={error('bio')}
        hint={
          <span className="num">
            {[...bio].length} de {LIMITS.text} caracteres
          </span>
        }
      >
        {(described) => <textarea {...described} {...register('bio')} className="input" rows={3} />}
      </Field>
      <Field
        id="daily_limit"
        label={
          <>
            Máximo de citas por día <small>(opcional)</small>
          </>
        }
        error={error('daily_limit')}
        hint="Al llegar ahí, tus clientes ya no ven horas ese día. Tú puedes agendar más."
      >
        {(described) => (
          <input
            {...described}
            {...register('daily_limit')}
            className="input num"
            type="number"
            inputMode="numeric"
            min={1}
            max={DAILY_LIMIT_MAX}
            placeholder="Sin máximo"
          />
        )}
      </Field>
      <WeightField error={error('weight')} register={register('weight')} />
      <label className="switch-row">
        <span>
          <b>Activo</b>
          <small>Se ofrece en tu página de reservas</small>
        </span>
        <input {...register('is_active')} type="checkbox" role="switch" className="switch" />
      </label>
    </FormDialog>
  )
}
